// Handles/SQLite
