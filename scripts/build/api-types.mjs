// Writes the types of the API when they are out of date, for the type checks, the linter and editors. It needs no
// database.
import { ALL, ensureModules } from '../setup/setup.mjs';
import { ensureApiTypes } from './types.mjs';

await ensureModules(ALL);
await ensureApiTypes();
