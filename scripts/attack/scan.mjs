// Runs sqlmap and ffuf against the service with its demo university, all on loopback. Keeps their reports, prints their
// findings, and exits with 1 if there are any.
//
//   npm run attack:scan -- [--only sqlmap|ffuf] [--target <part of a name>] [--level 1]
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePages } from '../build/pages.mjs';
import { ensureBuild, say } from '../setup/setup.mjs';
import { fuzz } from './ffuf.mjs';
import { startSite } from './site.mjs';
import { attack } from './sqlmap.mjs';
import { targetsOf } from './targets.mjs';
import { ensureTools } from './tool.mjs';

const OUT = '.data/attack';
const WORDLISTS = '/usr/share/dirb/wordlists';
/** The limit for one call in seconds; the longest took a tenth of it. */
const LONGEST = 600;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    target: { type: 'string', default: '' },
    level: { type: 'string', default: '1' },
  },
});

/** @type {string[]} */
const findings = [];
const totals = { sqlmap: {}, ffuf: {} };

function count(tool, statuses, what) {
  for (const [status, number] of Object.entries(statuses)) {
    totals[tool][status] = (totals[tool][status] ?? 0) + number;
    if (Number(status) >= 500) findings.push(`${tool}: ${what} was answered with ${status}, ${number} times`);
  }
}

/** Scans the control first, whose flaw must be found. */
async function scanStatements(site) {
  const { startControl } = await import('./control.mjs');
  const control = await startControl(site.database);
  const found = await attack(control.target, OUT, values.level, LONGEST);
  await control.stop();
  say(`sqlmap  control: its mistake was ${found.isInjectable ? '' : 'not '}found`);
  if (!found.isInjectable) findings.push('sqlmap did not find the mistake of the control');
  const targets = targetsOf(site).filter(({ name }) => name.includes(values.target));
  let tested = 0;
  for (const target of targets) {
    const report = await attack(target, OUT, values.level, LONGEST);
    count('sqlmap', report.statuses, target.name);
    tested += report.tested;
    const { name, marks, first, isWhole, isInjectable } = report;
    const places = `${report.tested} of ${marks} places`;
    say(`sqlmap  ${name} (${first}): ${places}, ${JSON.stringify(report.statuses)}`);
    // Unchanged, each of these requests is correct, or names something that does not exist.
    if (!/^(200|201|401|404|409)$/.test(String(first)))
      findings.push(`sqlmap: ${name} as it stands was answered with ${first}, so nothing was tried`);
    if (isInjectable) findings.push(`sqlmap: ${name} is injectable`);
    if (!isWhole || report.tested < marks) findings.push(`sqlmap: ${name} was not scanned to its end`);
  }
  return { calls: targets.length, tested };
}

/** Writes the words for a path into a file of the report folder. */
function gatherWords() {
  const lists = ['common.txt', ...readdirSync(join(WORDLISTS, 'vulns')).map((name) => join('vulns', name))];
  const words = lists.flatMap((list) => readFileSync(join(WORDLISTS, list), 'latin1').split(/\r?\n/));
  const file = join(OUT, 'words.txt');
  writeFileSync(file, [...new Set(words.filter((word) => word.trim() !== ''))].join('\n'), 'latin1');
  return file;
}

/** Tries words in every place of the address, without credentials and with each kind of credential. */
async function scanPaths({ baseUrl, document, keyed, session, values: known }) {
  const words = gatherWords();
  const bytes = join(WORDLISTS, 'stress/doble_uri_hex.txt');
  const v1 = `${baseUrl}/api/v1`;
  const anonymous = {};
  const places = [
    { name: 'root', url: `${baseUrl}/FUZZ`, headers: anonymous, words },
    { name: 'docs', url: `${baseUrl}/docs/FUZZ`, headers: anonymous, words },
    { name: 'pages', url: `${baseUrl}/admin/FUZZ`, headers: anonymous, words },
    { name: 'api-without', url: `${v1}/FUZZ`, headers: anonymous, words },
    { name: 'integration-without', url: `${v1}/integration/FUZZ`, headers: anonymous, words },
    { name: 'workflow-without', url: `${v1}/workflow/FUZZ`, headers: anonymous, words },
    { name: 'integration', url: `${v1}/integration/FUZZ`, headers: keyed, words },
    { name: 'workflow', url: `${v1}/workflow/FUZZ`, headers: keyed, words },
    { name: 'admin-without', url: `${v1}/admin/FUZZ`, headers: anonymous, words },
    { name: 'admin', url: `${v1}/admin/FUZZ`, headers: session, words },
    { name: 'user', url: `${v1}/integration/users/FUZZ`, headers: keyed, words },
    {
      name: 'user-bytes',
      url: `${v1}/integration/users/${known.studentId}FUZZ`,
      headers: keyed,
      words: bytes,
    },
    { name: 'submission-bytes', url: `${v1}/workflow/submissions/FUZZ`, headers: keyed, words: bytes },
  ];
  for (const place of places.filter(({ name }) => name.includes(values.target))) {
    const { name, asked, statuses, results } = await fuzz(place, OUT);
    count('ffuf', statuses, name);
    say(`ffuf  ${name}: ${results.length} of ${asked} words, ${JSON.stringify(statuses)}`);
    // ffuf cannot send some words as an address.
    if (results.length < 0.99 * asked) findings.push(`ffuf: ${name} was not scanned to its end`);
    // A caller without credentials must not learn which addresses exist.
    const { 401: refused = 0 } = statuses;
    if (/^(integration|workflow)-without$/.test(name) && refused < results.length)
      findings.push(`ffuf: ${name} was answered otherwise than with 401`);
    for (const { address, status } of results)
      if (status < 300 && !isKnown(document, address, place.headers === anonymous))
        findings.push(`ffuf: ${address} was answered with ${status}, and is no address of ours`);
  }
}

/** Whether this caller gets an answer at the address, by the service's OpenAPI document. */
function isKnown({ paths }, address, isAnonymous) {
  const path = new URL(address).pathname.replace(/\/$/, '').toLowerCase();
  // The pages answer every address below theirs, because the browser decides what it shows.
  if (/^\/(docs|admin)(\/|$)/.test(path)) return true;
  return Object.entries(paths).some(([template, { get }]) => {
    const pattern = new RegExp(`^${template.toLowerCase().replace(/\{\w+\}/g, '[^/]+')}$`);
    return get !== undefined && pattern.test(path) && (!isAnonymous || get.security === undefined);
  });
}

await ensureBuild();
if (values.only !== 'sqlmap') await ensurePages();
await ensureTools(WORDLISTS);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true, mode: 0o700 });
const site = await startSite();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void site.stop().finally(() => process.exit(130)));
let scanned = { calls: 0, tested: 0 };
try {
  if (values.only !== 'ffuf') scanned = await scanStatements(site);
  if (values.only !== 'sqlmap') await scanPaths(site);
  if (site.errors.length > 0)
    findings.push(`the service logged ${site.errors.length} errors: ${site.errors[0]}`);
} finally {
  await site.stop();
}
console.log(`\nsqlmap tried ${scanned.tested} places of ${scanned.calls} calls.`);
for (const [tool, statuses] of Object.entries(totals)) {
  const requests = Object.values(statuses).reduce((sum, one) => sum + one, 0);
  console.log(`${tool}: ${requests} requests, by status ${JSON.stringify(statuses)}`);
}
console.log(`The reports are in ${OUT}.\n${findings.length} findings`);
for (const finding of findings) console.log(`  ${finding}`);
process.exitCode = findings.length === 0 ? 0 : 1;
