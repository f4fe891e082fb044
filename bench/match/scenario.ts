import { DataSource } from 'typeorm';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import { SingleStatements } from '../../src/database/transaction/reader.js';
import { DEFAULT_MODEL, LEVELS, MATCH_FIELDS } from '../../src/config/match-model.js';
import { CandidatesRepository } from '../../src/identity/match/candidates.repository.js';
import { type Comparable, compare, fold } from '../../src/identity/match/compare.js';
import { scenario } from '../scenario.js';
import type { Bench, Tenant } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { type Body, bodyOf, type Pair, readPairs, type Variant } from './febrl.js';
import { measureLoad } from './load.js';
import { type Answered, askAll, type Question } from './questions.js';

const BULK = '/api/v1/integration/users/bulk';
const THRESHOLDS = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99] as const;
const VARIANTS: readonly Variant[] = [
  { name: 'with number, with entry', hasNumber: true, hasEntry: true },
  { name: 'with number, without entry', hasNumber: true, hasEntry: false },
  { name: 'without number, with entry', hasNumber: false, hasEntry: true },
  { name: 'without number, without entry', hasNumber: false, hasEntry: false },
];

function share(answers: readonly Answered[], counts: (answer: Answered) => boolean): string {
  return ((100 * answers.filter(counts).length) / answers.length).toFixed(2).padStart(6);
}

/**
 * Recall, wrong links and precision at each threshold, if the first candidate were linked. Precision counts the links
 * of both halves of the questions: about people who are stored, and about as many who are not.
 */
function printThresholds(name: string, stored: readonly Answered[], unrelated: readonly Answered[]): void {
  const lines = THRESHOLDS.map((threshold) => {
    const isRight = ({ right, wrong }: Answered): boolean => right >= threshold && right > wrong;
    const isWrong = ({ right, wrong }: Answered): boolean => wrong >= threshold && wrong >= right;
    const isLinked = ({ wrong }: Answered): boolean => wrong >= threshold;
    const [right, wrong] = [stored.filter(isRight).length, stored.filter(isWrong).length];
    const links = right + wrong + unrelated.filter(isLinked).length;
    const precision = links === 0 ? '' : ((100 * right) / links).toFixed(2).padStart(6);
    const found = share(stored, (answer) => answer.right >= threshold);
    const shares = [found, share(stored, isRight), share(stored, isWrong), share(unrelated, isLinked)];
    return `| ${threshold} | ${shares.join(' | ')} | ${precision} |`;
  });
  process.stdout.write(
    `\n${name}: ${stored.length} duplicates, in percent\n` +
      '| confidence of at least | the person is a candidate | recall: the first candidate is the person | ' +
      'wrong link: the first candidate is another | a candidate for a person who is not stored | precision |\n' +
      `|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
  );
}

async function measureVariant(
  bench: Bench,
  service: Child,
  pairs: readonly Pair[],
  variant: Variant,
): Promise<void> {
  const tenantOf = async (name: string, some: readonly Pair[]): Promise<Tenant> => {
    const tenant = await bench.createTenant(service, name);
    await tenant.client.bulk(
      BULK,
      some.map(({ original }) => bodyOf(original, { ...variant, hasNumber: true })),
    );
    return tenant;
  };
  const [tuned, reported] = [
    pairs.filter(({ key }) => key % 2 === 0),
    pairs.filter(({ key }) => key % 2 === 1),
  ];
  const suffix = variant.name.replace(/\W+/g, '-');
  const everyone = await tenantOf(`All-${suffix}`, pairs);
  const others = await tenantOf(`Others-${suffix}`, tuned);
  const questions = reported.map(({ original, duplicate }): Question => ({
    body: bodyOf(duplicate, variant),
    address: bodyOf(original, variant)['email'],
  }));
  const ask = async ({ headers }: Tenant): Promise<Answered[]> =>
    (await askAll(service.address, headers, questions)).answers;
  printThresholds(variant.name, await ask(everyone), await ask(others));
  const reach = await reachOf(bench, everyone, reported, variant);
  process.stdout.write(`The blocks reach ${reach} percent of the duplicates.\n`);
}

function comparableOf(body: Body): Comparable {
  const text = (name: string): string | null => {
    const value = body[name];
    return typeof value === 'string' ? value : null;
  };
  const number = (name: string): number | null => {
    const value = body[name];
    return typeof value === 'number' ? value : null;
  };
  const externalId = text('externalId');
  return {
    firstName: text('firstName') ?? '',
    lastName: text('lastName') ?? '',
    middleInitial: null,
    emailKey: text('email') ?? '',
    monthOfEntry: number('monthOfEntry'),
    yearOfEntry: number('yearOfEntry'),
    programId: text('programId'),
    schoolProgram: null,
    numbers: externalId === null ? [] : [externalId],
  };
}

/** How many of the duplicates have a block in common with their original, in percent. */
async function reachOf(
  bench: Bench,
  { tenantId }: Tenant,
  pairs: readonly Pair[],
  variant: Variant,
): Promise<string> {
  const { user: username, ...target } = parseDatabaseUrl(bench.databaseUrl('service'));
  const database = new DataSource({ type: 'mysql', username, ...target });
  await database.initialize();
  const reader = new SingleStatements(database.manager);
  const repository = new CandidatesRepository();
  let reached = 0;
  for (const { original, duplicate } of pairs) {
    const person = comparableOf(bodyOf(duplicate, variant));
    const found = await repository.find({ tenantId }, reader, {
      ...person,
      externalId: person.numbers[0] ?? null,
    });
    if (found.some(({ email }) => email === bodyOf(original, variant)['email'])) reached += 1;
  }
  await database.destroy();
  return ((100 * reached) / pairs.length).toFixed(2);
}

/** The shares of each level among the pairs of the tuning half (m), and among records of different people (u). */
function printShares(pairs: readonly Pair[]): void {
  const [variant] = VARIANTS;
  if (variant === undefined) return;
  const folded = pairs
    .filter(({ key }) => key % 2 === 0)
    .map(({ original, duplicate }) => ({
      original: fold(comparableOf(bodyOf(original, variant))),
      duplicate: fold(comparableOf(bodyOf(duplicate, variant))),
    }));
  const same = folded.map(({ original, duplicate }) => compare(duplicate, original));
  const different = folded.flatMap(({ duplicate }, index) =>
    Array.from({ length: 200 }, (_, step) => folded[(index + 1 + step * 7) % folded.length])
      .filter((other) => other !== undefined && other !== folded[index])
      .map((other) => compare(duplicate, other?.original ?? duplicate)),
  );
  for (const field of MATCH_FIELDS) {
    const known = [same, different].map((some) =>
      some.filter((levels) => field === 'name' || levels[field] !== undefined),
    );
    const lines = LEVELS[field].map((level) => {
      const shares = known.map(
        (some) => some.filter((levels) => levels[field] === level).length / some.length,
      );
      const set = (DEFAULT_MODEL.weights[field] as Readonly<Record<string, readonly number[]>>)[level];
      return `  ${level}: m ${shares[0]?.toFixed(4)}, u ${shares[1]?.toFixed(6)} (set to ${set?.join(', ')})`;
    });
    process.stdout.write(`${field}\n${lines.join('\n')}\n`);
  }
}

export const match = scenario({
  name: 'match',
  summary:
    "Candidates among so many people, by shape of the body. With --data, the folder of FEBRL's set 4: recall, wrong " +
    'links and precision at each threshold on one half of it; with --shares what the other half says of the weights.',
  options: { people: 200_000, calls: 2000, data: '', shares: false },
  async run(bench, { data, shares, ...amounts }) {
    const pairs = data === '' ? [] : await readPairs(data);
    if (shares) {
      printShares(pairs);
      return [];
    }
    // The service leaves out what is below; here every threshold is looked at.
    if (pairs.length > 0) process.env['MATCH_MIN_CONFIDENCE'] = '0.01';
    const service = await bench.startService();
    if (pairs.length > 0) {
      for (const variant of VARIANTS) await measureVariant(bench, service, pairs, variant);
      return [];
    }
    const { client } = await bench.createTenant(service, 'Northern');
    return measureLoad(bench, client, amounts);
  },
});
