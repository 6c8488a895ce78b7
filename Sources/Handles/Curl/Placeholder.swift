// Handles/Curl
