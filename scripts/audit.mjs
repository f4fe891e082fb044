// Asks the registry for known vulnerabilities of what the service ships. Exits with 1 when one is high or critical, and
// with 3 when the registry offers no audit, as many mirrors do not: then nothing was checked.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, run, say } from './setup.mjs';

const NOT_OFFERED = 3;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = ['audit', '--omit=dev', '--audit-level=high'];
const { output } = await run('npm', [...words, '--json', '--loglevel=silent'], root);
const report = parse(output);
if (report?.metadata?.vulnerabilities === undefined) {
  say(`The registry offers no audit (${report?.message ?? 'it gave no reason'}); nothing was checked.`);
  process.exitCode = NOT_OFFERED;
} else {
  const { high, critical, total } = report.metadata.vulnerabilities;
  for (const { name, severity, range } of Object.values(report.vulnerabilities))
    say(`${severity}: ${name} ${range}`);
  if (high + critical > 0)
    fail(`${high} high and ${critical} critical weaknesses in what the service ships.`);
  say(`No high or critical weakness is known in what the service ships; ${total} lower.`);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
