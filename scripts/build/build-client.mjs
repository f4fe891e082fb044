// Builds client/dist when it is out of date, as for `npm pack ./client`.
import { ensureClient } from './client.mjs';
import { ALL, ensureModules } from '../setup/setup.mjs';

// It has the types of test runners, which the service does not need.
await ensureModules(ALL);
await ensureClient();
