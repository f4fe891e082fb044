// npm run settings: writes what is kept in files of the settings that src/settings/settings.ts declares: the table in
// docs/configuration.md, and what the settings page shows. A test compares them.
import '@swc-node/register/esm-register';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { settingsOfPages } = await import('../src/settings/settings-of-pages.ts');
const { settingsTable } = await import('../src/settings/settings-table.ts');

const document = join(root, 'docs/configuration.md');
const table = /(<!-- made by `npm run settings`[^\n]*-->\n\n)(?:\|[^\n]*\n)*/;
const text = readFileSync(document, 'utf8');
writeFileSync(
  document,
  text.replace(table, (_, mark) => `${mark}${settingsTable()}\n`),
);
writeFileSync(join(root, 'pages/src/settings/declared.ts'), settingsOfPages());
