import { setTimeout as sleep } from 'node:timers/promises';

import type { ClusterNode } from './cluster-node.js';
import { DATABASE } from './cluster.js';

const SETTLE_LIMIT_MS = 60_000;

/** Waits until all nodes have applied the same transactions. @returns where they stand when they do not */
export async function settle(nodes: readonly ClusterNode[]): Promise<string | undefined> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const states = await Promise.all(nodes.map((node) => node.position().catch(() => undefined)));
    if (new Set(states).size === 1 && states[0] !== undefined) return undefined;
    if (Date.now() > deadline)
      return `The nodes do not agree: they stand at ${states.map((state) => state ?? 'nothing').join(', ')}`;
    await sleep(200);
  }
}

/** How often tables that differ are compared again. */
const TRIES = 5;

/** @returns the tables in which the nodes differ, also after they have applied the same transactions once more */
export async function differingTables(
  nodes: readonly ClusterNode[],
): Promise<{ tables: number; differ: string[] }> {
  const [first] = nodes;
  const sql = 'SELECT TABLE_NAME AS `name` FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?';
  const names = ((await first?.query(sql, [DATABASE])) ?? []).map((row) => String(row['name'])).sort();
  let differ = await differing(nodes, names);
  // The service still runs, and may have written to one of them while the nodes were asked.
  for (let tries = 0; differ.length > 0 && tries < TRIES; tries += 1) {
    await settle(nodes);
    differ = await differing(nodes, differ);
  }
  return { tables: names.length, differ };
}

async function differing(nodes: readonly ClusterNode[], names: readonly string[]): Promise<string[]> {
  const list = names.map((name) => `\`${name}\``).join(', ');
  const sums = await Promise.all(nodes.map((node) => node.query(`CHECKSUM TABLE ${list}`, [], DATABASE)));
  return names.filter(
    (_, index) => new Set(sums.map((rows) => String(rows[index]?.['Checksum']))).size !== 1,
  );
}
