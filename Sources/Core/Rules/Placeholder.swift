// Core/Rules
