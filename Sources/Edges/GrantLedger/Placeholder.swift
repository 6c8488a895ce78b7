// Edges/GrantLedger
