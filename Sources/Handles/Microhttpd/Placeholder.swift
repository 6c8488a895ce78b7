// Handles/Microhttpd
