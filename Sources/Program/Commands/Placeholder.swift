// Program/Commands
