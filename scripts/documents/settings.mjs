// npm run settings: writes what is kept in files of the settings that src/settings/settings.ts declares: the table in
// docs/configuration.md, and what the settings page shows. A test compares them.
import '@swc-node/register/esm-register';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/setup.mjs';

const { settingsOfPages } = await import('../../src/settings/settings-of-pages.ts');
const { settingsTable } = await import('../../src/settings/settings-table.ts');

const document = join(ROOT, 'docs/configuration.md');
const table = /(<!-- made by `npm run settings`[^\n]*-->\n\n)(?:\|[^\n]*\n)*/;
const text = readFileSync(document, 'utf8');
writeFileSync(
  document,
  text.replace(table, (_, mark) => `${mark}${settingsTable()}\n`),
);
writeFileSync(join(ROOT, 'pages/src/settings/declared.ts'), settingsOfPages());
