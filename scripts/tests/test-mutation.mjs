// npm run test:mutation [-- <rule> …]: Stryker changes the code of pure rules, and unit tests must find the changes.
// Ends with a table, and with 1 when a rule is below the limit of test/mutation/stryker.config.mjs.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../../test/mutation/rules.mjs';
import { runNode } from '../setup/child.mjs';
import { ALL, ensureModules, fail, ROOT, say } from '../setup/setup.mjs';

const words = process.argv.slice(2);
const unknown = words.filter((word) => !(word in RULES));
if (unknown.length > 0)
  fail(`There are no rules ${unknown.join(', ')}; there are ${Object.keys(RULES).join(', ')}.`);

await ensureModules(ALL);
const rows = [];
for (const rule of words.length > 0 ? words : Object.keys(RULES)) {
  const report = join(ROOT, `.data/mutation/${rule}.json`);
  rmSync(report, { force: true });
  const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const code = await runNode([stryker, 'run', 'test/mutation/stryker.config.mjs'], {
    MUTATION_RULE: rule,
    PROPERTY_TRIES: '25',
  });
  if (code !== 0) process.exitCode = 1;
  rows.push(
    existsSync(report) ? rowOf(rule, JSON.parse(readFileSync(report, 'utf8'))) : `| ${rule} | | | | |`,
  );
}
say(`\n| rule | mutants | found | not found | % |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('\n')}`);

/** A mutant with which a test does not end is found, too; one that cannot be compiled counts as none. */
function rowOf(rule, { files }) {
  const all = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...statuses) => all.filter((status) => statuses.includes(status)).length;
  const [found, missed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  const percent = ((100 * found) / Math.max(found + missed, 1)).toFixed(1);
  return `| ${rule} | ${found + missed} | ${found} | ${missed} | ${percent} |`;
}
