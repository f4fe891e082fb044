import { isDeepStrictEqual } from 'node:util';

import type { RowDataPacket } from 'mysql2/promise';

import type { DeltaReader } from './delta-reader.js';
import type { AcknowledgedWrites } from './load.js';

/** Queries the database that the service writes to. */
export type Ask = (sql: string, values: unknown[]) => Promise<RowDataPacket[]>;

/** How many names of a difference are printed. */
const NAMED = 20;

/** The result for one kind of data. */
export interface Finding {
  readonly what: string;
  readonly acknowledged: number;
  readonly found: number;
  readonly missing: number;
  readonly doubled: number;
  /** A line for each of the first differences. */
  readonly difference: readonly string[];
}

export function isWhole(findings: readonly Finding[]): boolean {
  return findings.every(({ missing, doubled }) => missing === 0 && doubled === 0);
}

/** The findings as a Markdown table. */
export function tableOf(findings: readonly Finding[]): string {
  const head = '| what | acknowledged | found | missing | doubled |\n| --- | ---: | ---: | ---: | ---: |\n';
  const rows = findings.map(
    ({ what, acknowledged, found, missing, doubled }) =>
      `| ${[what, acknowledged, found, missing, doubled].join(' | ')} |\n`,
  );
  return head + rows.join('');
}

/** What a query finds about each name: its second column. */
async function found<T>(
  ask: Ask,
  sql: string,
  tenantId: string,
  as: (value: unknown) => T,
): Promise<Map<string, T>> {
  const rows = await ask(sql, [tenantId]);
  return new Map(rows.map((row) => [String(row['name']), as(row['value'])]));
}

const numbers = (ask: Ask, sql: string, tenantId: string): Promise<Map<string, number>> =>
  found(ask, sql, tenantId, Number);

/** Compares how often each name is stored with how often it should be. */
function compare(
  what: string,
  wanted: ReadonlyMap<string, number>,
  there: ReadonlyMap<string, number>,
): Finding {
  let missing = 0;
  let doubled = 0;
  const difference: string[] = [];
  for (const name of new Set([...wanted.keys(), ...there.keys()])) {
    const [due, found] = [wanted.get(name) ?? 0, there.get(name) ?? 0];
    if (found < due) missing += due - found;
    else doubled += found - due;
    if (found !== due) difference.push(`${what}: ${name} is there ${found} times, not ${due}`);
  }
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  return {
    what,
    acknowledged: sum(wanted),
    found: sum(there),
    missing,
    doubled,
    difference: difference.slice(0, NAMED),
  };
}

function ones(names: Iterable<string>): Map<string, number> {
  return new Map([...names].map((name) => [name, 1]));
}

/** The same for values: how many are as expected. */
function compareValues(
  what: string,
  wanted: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): Finding {
  const wrong = [...wanted].filter(([name, value]) => there.get(name) !== value);
  const difference = wrong.map(
    ([name, value]) => `${what}: ${name} has ${there.get(name) ?? 'nothing'}, not ${value}`,
  );
  return {
    what,
    acknowledged: wanted.size,
    found: wanted.size - wrong.length,
    missing: wrong.length,
    doubled: 0,
    difference: difference.slice(0, NAMED),
  };
}

async function findPeople(ask: Ask, tenantId: string, { people }: AcknowledgedWrites): Promise<Finding[]> {
  const count = (by: string): string =>
    `SELECT ${by} AS \`name\`, COUNT(*) AS \`value\` FROM \`users\` WHERE \`tenantId\` = ? GROUP BY 1`;
  const changes = `SELECT u.\`legacyNumber\` AS \`name\`, COUNT(*) AS \`value\` FROM \`user_changes\` c
    JOIN \`users\` u ON u.\`tenantId\` = c.\`tenantId\` AND u.\`id\` = c.\`userId\` WHERE c.\`tenantId\` = ?
    GROUP BY 1`;
  const versions =
    'SELECT `legacyNumber` AS `name`, `firstName` AS `value` FROM `users` WHERE `tenantId` = ?';
  const wanted = new Map([...people].map(([name, version]) => [name, `Version ${version}`]));
  return [
    compare('people', ones(people.keys()), await numbers(ask, count('`legacyNumber`'), tenantId)),
    compareValues('their last versions', wanted, await found(ask, versions, tenantId, String)),
    compare('their changes', people, await numbers(ask, changes, tenantId)),
  ];
}

async function findApprovals(
  ask: Ask,
  tenantId: string,
  { approvals }: AcknowledgedWrites,
): Promise<Finding[]> {
  const count = (table: string, condition: string): string =>
    `SELECT \`submissionId\` AS \`name\`, COUNT(*) AS \`value\` FROM \`${table}\` WHERE ` +
    `\`tenantId\` = ? AND ${condition} GROUP BY 1`;
  const wanted = ones(approvals);
  const kinds: [string, string, string][] = [
    ['approved submissions', 'submissions', "`status` = 'approved'"],
    ['their approvals', 'submission_transitions', "`to` = 'approved'"],
    ['queued items', 'sync_items', "`syncStatus` = 'queued'"],
    ['their steps in the queue', 'sync_transitions', '1 = 1'],
  ];
  const findings: Finding[] = [];
  for (const [what, table, condition] of kinds)
    findings.push(compare(what, wanted, await numbers(ask, count(table, condition), tenantId)));
  const waiting =
    'SELECT `submissionId` AS `name`, COUNT(*) AS `value` FROM `review_outbox` WHERE `tenantId` = ? GROUP BY 1';
  findings.push(compare('undelivered events', new Map(), await numbers(ask, waiting, tenantId)));
  const kept =
    'SELECT `kind` AS `name`, SUM(`count`) AS `value` FROM `sync_counters` WHERE `tenantId` = ? ' +
    "AND `kind` NOT LIKE 'claim%' AND `kind` <> 'replayed' GROUP BY 1";
  const counted =
    'SELECT `syncStatus` AS `name`, COUNT(*) AS `value` FROM `sync_items` WHERE `tenantId` = ? GROUP BY 1';
  const nonZero = async (sql: string): Promise<Map<string, number>> =>
    new Map([...(await numbers(ask, sql, tenantId))].filter(([, count]) => count !== 0));
  findings.push(compare('queue totals', await nonZero(counted), await nonZero(kept)));
  return findings;
}

function findInCopies(readers: readonly DeltaReader[], whole: DeltaReader): Finding[] {
  return readers.map(({ copy, backwards, placesLost }, index) => {
    const anew = placesLost > 0 ? `, begun anew ${placesLost} times` : '';
    const what = `records of delta reader ${index + 1}${anew}`;
    const wrong = [...whole.copy].filter(([id, record]) => !isDeepStrictEqual(copy.get(id), record));
    const extra = [...copy.keys()].filter((id) => !whole.copy.has(id));
    const difference = [
      ...wrong.map(
        ([id, { changedAt }]) =>
          `${what}: ${id} of ${changedAt} was missed; the copy has ${copy.get(id)?.changedAt ?? 'none'}`,
      ),
      ...extra.map((id) => `${what}: ${id} belongs to no user`),
    ];
    return {
      what,
      acknowledged: whole.copy.size,
      found: whole.copy.size - wrong.length,
      missing: wrong.length,
      doubled: extra.length + backwards,
      difference: difference.slice(0, NAMED),
    };
  });
}

/** Compares everything that was acknowledged with the database. */
export async function findEverything(
  ask: Ask,
  tenantId: string,
  acknowledged: AcknowledgedWrites,
  readers: readonly DeltaReader[],
  whole: DeltaReader,
): Promise<Finding[]> {
  const titles = new Map(
    [...whole.copy.values()].map(({ legacyNumber, dissertation }) => [
      legacyNumber ?? '',
      dissertation.title ?? '',
    ]),
  );
  return [
    ...(await findPeople(ask, tenantId, acknowledged)),
    compareValues('titles of dissertations', acknowledged.titles, titles),
    ...(await findApprovals(ask, tenantId, acknowledged)),
    ...findInCopies(readers, whole),
  ];
}
