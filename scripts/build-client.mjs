// Builds client/dist when it is out of date, as for `npm pack ./client`.
import { ensureClient } from './client.mjs';
import { ensureNode } from './setup.mjs';

ensureNode();
await ensureClient();
