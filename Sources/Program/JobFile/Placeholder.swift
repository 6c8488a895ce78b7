// Edges/JobFile
