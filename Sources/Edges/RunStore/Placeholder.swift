// Edges/RunStore
