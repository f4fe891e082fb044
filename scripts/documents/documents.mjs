// npm run documents: writes what documents have from the code: the calls (docs/calls.md), the error codes
// (docs/api-decisions.md), the picture of the tables (docs/architecture.md), and the tables with data about people
// (docs/procurement/data.md).
// With --check it writes nothing, and ends with 1 when a document is not as it would write it.
import '@swc-node/register/esm-register';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTables } from './calls.mjs';
import { dataSheet } from './data-sheet.mjs';
import { errorTable } from './error-codes.mjs';
import { tablePicture } from './tables.mjs';
import { ROOT } from '../setup/setup.mjs';

const isCheck = process.argv.includes('--check');

/** What stands behind the mark in a document, up to the next heading or the end. */
const PARTS = [
  { file: 'docs/calls.md', text: await callTables() },
  { file: 'docs/api-decisions.md', text: await errorTable() },
  { file: 'docs/procurement/data.md', text: await dataSheet() },
  {
    file: 'docs/architecture.md',
    text: await tablePicture(readFileSync(join(ROOT, 'src/schema.ts'), 'utf8')),
  },
];
const MARKED = /(<!-- made by `npm run documents` -->\n)[^]*?(\n<!-- end -->)/;

for (const { file, text } of PARTS) {
  const path = join(ROOT, file);
  const present = readFileSync(path, 'utf8');
  const wanted = present.replace(MARKED, (_, begin, end) => `${begin}\n${text}\n${end}`);
  if (present === wanted) continue;
  if (isCheck) {
    process.stderr.write(`${file} is not as the code is; run npm run documents.\n`);
    process.exitCode = 1;
  } else writeFileSync(path, wanted);
}
