// npm run fields: writes pages/src/ui/declared-fields.ts, by which pages know the fields of people. A test compares it.
import '@swc-node/register/esm-register';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/setup.mjs';

const { fieldsOfPages } = await import('../../src/users/model/fields/fields-of-pages.ts');

writeFileSync(join(ROOT, 'pages/src/ui/declared-fields.ts'), fieldsOfPages());
