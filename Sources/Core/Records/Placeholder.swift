// Core/Records
