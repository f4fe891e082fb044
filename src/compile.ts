// Loads what the service loads, and ends: with NODE_COMPILE_CACHE Node then keeps it compiled (docs/decisions/0094).
await import('./database/connection/connect.js');
await import('./bootstrap.js');
