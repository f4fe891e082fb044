// Asks the registry for known vulnerabilities of what each part of a release ships. Exits with 1 when one is high or
// critical, and with 3 when the registry offers no audit, as many mirrors do not: then nothing was checked.
import { weaknessesOf } from './weaknesses.mjs';
import { ensureClient } from '../build/client.mjs';
import { ensurePages } from '../build/pages.mjs';
import { PARTS, shippedPackages } from '../release/packages.mjs';
import { fail, ROOT, run, say } from '../setup/setup.mjs';

const NOT_OFFERED = 3;

/**
 * Ends the process when the registry offers no audit.
 * @returns the report on all packages of the lock file: those of the tools are left out later, as the pages ship some
 */
async function audit() {
  const words = ['audit', '--json', '--package-lock-only', '--loglevel=silent'];
  const { stdout } = await run('npm', words);
  const report = parse(stdout);
  if (report?.vulnerabilities !== undefined) return report;
  say(`The registry offers no audit (${report?.message ?? 'it gave no reason'}); nothing was checked.`);
  return process.exit(NOT_OFFERED);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const report = await audit();
// Only the bundlers know what the pages and the client ship.
await ensurePages();
await ensureClient();
const found = PARTS.flatMap((part) =>
  weaknessesOf(report, shippedPackages(ROOT, part)).map((one) => ({ ...one, part: part.part })),
);
for (const { part, name, severity, range, title } of found)
  say(`${severity}: ${name} ${range}, in the ${part}: ${title}`);
const severe = found.filter(({ severity }) => severity === 'high' || severity === 'critical').length;
if (severe > 0) fail(`High or critical weaknesses in what is shipped: ${severe}.`);
say(`No high or critical weakness is known in what is shipped; ${found.length} lower.`);
