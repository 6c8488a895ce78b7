// Core/Reconciliation
