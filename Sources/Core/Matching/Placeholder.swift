// Core/Matching
