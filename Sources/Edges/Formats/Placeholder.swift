// Edges/Formats
