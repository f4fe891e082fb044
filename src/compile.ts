// Loads all that the two programs load, and ends: with NODE_COMPILE_CACHE Node then keeps it compiled
// (docs/decisions/0096).
import { COMMANDS } from './cli/commands/index.js';

await import('./bootstrap.js');
await import('./cli/with-rooms.js');
await import('./cli/all-rooms.js');
for (const { action } of COMMANDS) await action();
