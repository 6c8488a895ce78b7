// Edges/Reports
