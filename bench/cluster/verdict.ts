import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

import type { DeltaReader } from './delta-reader.js';
import type { GaleraNode } from './galera-node.js';
import type { Ledger } from './load.js';
import { DATABASE } from './site.js';

const SETTLE_LIMIT_MS = 60_000;

/** What was found of one kind of thing. */
export interface Finding {
  readonly what: string;
  readonly acknowledged: number;
  readonly found: number;
  readonly missing: number;
  readonly doubled: number;
}

async function numbers(node: GaleraNode, sql: string, tenantId: string): Promise<Map<string, number>> {
  const rows = await node.query(sql, [tenantId], DATABASE);
  return new Map(rows.map((row) => [String(row['name']), Number(row['count'])]));
}

async function texts(node: GaleraNode, sql: string, tenantId: string): Promise<Map<string, string>> {
  const rows = await node.query(sql, [tenantId], DATABASE);
  return new Map(rows.map((row) => [String(row['name']), String(row['value'])]));
}

/** Compares how often each name is there with how often it should be. */
function compare(
  what: string,
  wanted: ReadonlyMap<string, number>,
  there: ReadonlyMap<string, number>,
): Finding {
  let missing = 0;
  let doubled = 0;
  for (const name of new Set([...wanted.keys(), ...there.keys()])) {
    const surplus = (there.get(name) ?? 0) - (wanted.get(name) ?? 0);
    if (surplus < 0) missing -= surplus;
    else doubled += surplus;
  }
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  return { what, acknowledged: sum(wanted), found: sum(there), missing, doubled };
}

function ones(names: Iterable<string>): Map<string, number> {
  return new Map([...names].map((name) => [name, 1]));
}

/** The same as a count of things that have the expected value. */
function compareValues(
  what: string,
  wanted: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): Finding {
  const right = [...wanted].filter(([name, value]) => there.get(name) === value).length;
  return { what, acknowledged: wanted.size, found: right, missing: wanted.size - right, doubled: 0 };
}

async function findPeople(node: GaleraNode, tenantId: string, { people }: Ledger): Promise<Finding[]> {
  const count = (by: string): string =>
    `SELECT ${by} AS \`name\`, COUNT(*) AS \`count\` FROM \`users\` WHERE \`tenantId\` = ? GROUP BY 1`;
  const changes = `SELECT u.\`legacyNumber\` AS \`name\`, COUNT(*) AS \`count\` FROM \`user_changes\` c
    JOIN \`users\` u ON u.\`tenantId\` = c.\`tenantId\` AND u.\`id\` = c.\`userId\` WHERE c.\`tenantId\` = ? GROUP BY 1`;
  const versions =
    'SELECT `legacyNumber` AS `name`, `firstName` AS `value` FROM `users` WHERE `tenantId` = ?';
  const wanted = new Map([...people].map(([name, version]) => [name, `Version ${version}`]));
  return [
    compare('people', ones(people.keys()), await numbers(node, count('`legacyNumber`'), tenantId)),
    compareValues('their last versions', wanted, await texts(node, versions, tenantId)),
    compare('their changes', people, await numbers(node, changes, tenantId)),
  ];
}

async function findApprovals(node: GaleraNode, tenantId: string, { approvals }: Ledger): Promise<Finding[]> {
  const count = (table: string, condition: string): string =>
    `SELECT \`submissionId\` AS \`name\`, COUNT(*) AS \`count\` FROM \`${table}\` WHERE \`tenantId\` = ? AND ${condition} GROUP BY 1`;
  const wanted = ones(approvals);
  const kinds: [string, string, string][] = [
    ['approved submissions', 'submissions', "`status` = 'approved'"],
    ['their approvals', 'submission_transitions', "`to` = 'approved'"],
    ['queued items', 'sync_items', "`syncStatus` = 'queued'"],
    ['their steps in the queue', 'sync_transitions', '1 = 1'],
  ];
  const findings: Finding[] = [];
  for (const [what, table, condition] of kinds)
    findings.push(compare(what, wanted, await numbers(node, count(table, condition), tenantId)));
  const waiting =
    'SELECT `submissionId` AS `name`, COUNT(*) AS `count` FROM `review_outbox` WHERE `tenantId` = ? GROUP BY 1';
  findings.push(compare('undelivered events', new Map(), await numbers(node, waiting, tenantId)));
  const kept =
    'SELECT `syncStatus` AS `name`, SUM(`count`) AS `count` FROM `sync_totals` WHERE `tenantId` = ? GROUP BY 1';
  const counted =
    'SELECT `syncStatus` AS `name`, COUNT(*) AS `count` FROM `sync_items` WHERE `tenantId` = ? GROUP BY 1';
  const nonZero = async (sql: string): Promise<Map<string, number>> =>
    new Map([...(await numbers(node, sql, tenantId))].filter(([, count]) => count !== 0));
  findings.push(compare('queue totals', await nonZero(counted), await nonZero(kept)));
  return findings;
}

function findInCopies(readers: readonly DeltaReader[], whole: DeltaReader): Finding[] {
  return readers.map(({ copy, backwards }, index) => {
    const right = [...whole.copy].filter(([id, record]) => isDeepStrictEqual(copy.get(id), record)).length;
    const extra = [...copy.keys()].filter((id) => !whole.copy.has(id)).length;
    return {
      what: `records of delta reader ${index + 1}`,
      acknowledged: whole.copy.size,
      found: right,
      missing: whole.copy.size - right,
      doubled: extra + backwards,
    };
  });
}

/** What became of everything that was acknowledged. */
export async function findEverything(
  node: GaleraNode,
  tenantId: string,
  ledger: Ledger,
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
    ...(await findPeople(node, tenantId, ledger)),
    compareValues('titles of dissertations', ledger.titles, titles),
    ...(await findApprovals(node, tenantId, ledger)),
    ...findInCopies(readers, whole),
  ];
}

/** Waits until all nodes have applied the same. */
export async function settle(nodes: readonly GaleraNode[]): Promise<void> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const states = await Promise.all(nodes.map((node) => node.status('wsrep_last_committed')));
    if (new Set(states).size === 1) return;
    if (Date.now() > deadline) throw new Error(`the nodes stand at ${states.join(', ')}`);
    await sleep(200);
  }
}

/** The tables in which the nodes differ. */
export async function differingTables(
  nodes: readonly GaleraNode[],
): Promise<{ tables: number; differ: string[] }> {
  const [first] = nodes;
  const sql = 'SELECT TABLE_NAME AS `name` FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?';
  const names = ((await first?.query(sql, [DATABASE])) ?? []).map((row) => String(row['name'])).sort();
  const list = names.map((name) => `\`${name}\``).join(', ');
  const sums = await Promise.all(nodes.map((node) => node.query(`CHECKSUM TABLE ${list}`, [], DATABASE)));
  const differ = names.filter(
    (_, index) => new Set(sums.map((rows) => String(rows[index]?.['Checksum']))).size !== 1,
  );
  return { tables: names.length, differ };
}
