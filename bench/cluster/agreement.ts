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

/** @returns the tables in which the nodes differ */
export async function differingTables(
  nodes: readonly ClusterNode[],
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
