// Handles/System
