// Builds client/dist when it is out of date, as for `npm pack ./client`.
import { ensureClient } from './client.mjs';
import { ensureModules } from '../setup/setup.mjs';

await ensureModules();
await ensureClient();
