// Handles/Bytes
