import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The socket at which `npm test -- <file>` borrows the server of `npm run test:db`. */
export const KEPT_DATABASE = join(ROOT, '.data/test-database.sock');
