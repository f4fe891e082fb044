// npm run dependencies [-- --write docs/dependencies.md]: judges every direct dependency, and what is shipped behind
// them, by scripts/dependencies/policy.json. Exits with 1 when a limit is not kept; else with 3 when the registry could
// not be asked about every package; and with 4 when the only limit that is not kept is the age of a last release.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judge, unusedExceptions } from './judgement.mjs';
import { POLICY } from './licence-policy.mjs';
import { directDependencies, indirectPackages } from './packages.mjs';
import { askRegistry, keyOf } from './registry.mjs';
import { licenceOf } from '../release/licences.mjs';
import { ensureClient } from '../build/client.mjs';
import { ensurePages } from '../build/pages.mjs';
import { ROOT, say } from '../setup/setup.mjs';

const NOT_ASKED = 3;
const TOO_OLD = 4;

function tableOf(direct, judgements) {
  const rows = direct.map(({ name, version, licence, users, known }) => {
    const mine = judgements.filter((one) => one.name === name && one.version === version);
    const remarks = mine.map(({ what, exception }) => `${what}: ${exception?.reason ?? '**not allowed**'}`);
    const { lastRelease = 'unknown' } = known ?? {};
    const maintainers = known?.maintainers?.length ?? '';
    return [
      name,
      users.join(', '),
      version,
      lastRelease.slice(0, 7),
      maintainers,
      licence,
      remarks.join(' '),
    ];
  });
  const head = ['Package', 'Used by', 'Version', 'Last release', 'Maintainers', 'Licence', 'Remark'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Fields that no answer has are not offered by this registry; mirrors leave them out. */
function missingFields(answers) {
  const known = answers.filter((one) => one !== undefined);
  const offered = (field) => known.some((one) => one[field] !== undefined);
  return ['maintainers', 'deprecated'].filter((field) => !offered(field));
}

function documentOf(table, indirect, day) {
  return `# Dependencies

Written by \`npm run dependencies -- --write docs/dependencies.md\` on ${day}. The limits are in
\`scripts/dependencies/policy.json\`: a release within ${POLICY.monthsSinceRelease} months, one of these licences, no
install script, not deprecated. An exception has a reason and a date there.

Licences: ${POLICY.licences.join(', ')}.

${table}
Behind these, ${indirect} packages that are shipped or have an install script were checked for their licence and for
install scripts.
`;
}

// Their builds say which packages they ship.
await ensurePages();
await ensureClient();
const { values } = parseArgs({ options: { write: { type: 'string' } } });
const named = directDependencies(ROOT).map((one) => ({ ...one, licence: licenceOf(one) }));
const answers = await askRegistry(named);
const direct = named.map((one) => ({ ...one, known: answers.get(keyOf(one)) }));
const indirect = indirectPackages(ROOT, named);
const now = new Date();
const judgements = [...direct, ...indirect].flatMap((one) => judge(one, now));

const table = tableOf(direct, judgements);
process.stdout.write(table);
if (values.write !== undefined)
  writeFileSync(join(ROOT, values.write), documentOf(table, indirect.length, now.toISOString().slice(0, 10)));
const absent = missingFields([...answers.values()]);
if (absent.length > 0) say(`The registry says nothing about: ${absent.join(', ')}, weekly downloads.`);
const violations = judgements.filter(({ exception }) => exception === undefined);
for (const { name, what } of violations) say(`${name}: ${what}`);
const unknown = direct.filter(({ known }) => known === undefined).map(({ name }) => name);
for (const { package: name, of } of unknown.length === 0 ? unusedExceptions(judgements) : [])
  say(`The exception of ${name} (${of}) is not needed any more.`);
// A release becomes too old by the calendar, not by a commit.
if (violations.some(({ of }) => of !== 'last-release')) process.exitCode = 1;
else if (unknown.length > 0) process.exitCode = NOT_ASKED;
else if (violations.length > 0) process.exitCode = TOO_OLD;
if (unknown.length > 0) say(`The registry could not be asked about: ${unknown.join(', ')}.`);
say(
  `${direct.length} direct dependencies and ${indirect.length} others: ${violations.length} limits are not kept.`,
);
