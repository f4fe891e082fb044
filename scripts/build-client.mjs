// Builds client/dist when it is out of date, as for `npm pack ./client`.
import { ensureClient } from './client.mjs';
import { ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureClient();
