// Edges/StandIn
