// Edges/AppStore
