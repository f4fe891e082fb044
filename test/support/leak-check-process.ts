/**
 * Searches the output of a test run for every secret that it used, in the folder that `evidence.ts` has written. A
 * separate process, because Jest loads its global hooks as CommonJS. Exits with 1 when a secret was found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Leak, LeakSearch, type Secret } from './leaks.js';
import { jsonLines } from './answers.js';

const SHOWN = 20;

const folder = process.argv[2] ?? '';

function read(prefix: string): Buffer[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${prefix}.`));
  return names.map((name) => readFileSync(join(folder, name)));
}

const secrets = read('secrets').flatMap((file) => jsonLines<Secret>(file.toString()));
const search = new LeakSearch(secrets);
const leaks: (Leak & { readonly kind: string })[] = [];
let bytes = 0;
for (const kind of ['log', 'error', 'metric', 'url'])
  for (const text of read(`printed-${kind}`)) {
    bytes += text.length;
    leaks.push(...search.in(text).map((leak) => ({ ...leak, kind })));
  }
process.stderr.write(
  `${(bytes / 2 ** 20).toFixed(1)} MiB that the services printed were searched for ` +
    `${secrets.length} secrets: ${leaks.length} found.\n`,
);
const firstOfEach = [
  ...new Map(leaks.toReversed().map((leak) => [`${leak.what} ${leak.value}`, leak])).values(),
];
for (const { what, value, kind, line } of firstOfEach.slice(0, SHOWN))
  process.stderr.write(`  a ${what} (${value}) in a ${kind}: ${line.slice(0, 500)}\n`);
process.exitCode = leaks.length === 0 ? 0 : 1;
