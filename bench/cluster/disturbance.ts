import { setTimeout as sleep } from 'node:timers/promises';

import type { CallCounts } from '../load/caller.js';
import type { ClusterNode } from './cluster-node.js';
import type { Site } from './site.js';

export const FAULTS = ['kill', 'freeze', 'majority'] as const;
/**
 * `kill`: the node that is written to is killed and started again. `freeze`: it is stopped and continues later, without
 * knowing that the others have gone on. `majority`: the two others are stopped.
 */
export type FaultKind = (typeof FAULTS)[number];

type Say = (line: string) => void;

/** A third of a round is calm, then the fault lasts for a quarter of it, then all nodes are back. */
export async function disturb(
  site: Site,
  fault: FaultKind,
  counts: CallCounts,
  seconds: number,
  say: Say,
): Promise<void> {
  await sleep((seconds / 3) * 1000);
  const writer = await site.writer();
  const victims = fault === 'majority' ? site.nodes.filter((node) => node !== writer) : [writer];
  const names = victims.map(({ name }) => name).join(' and ');
  say(`${counts.acknowledged} writes are acknowledged; ${fault} of ${names}; ${writer.name} is written to`);
  await Promise.all(victims.map((node) => begin(node, fault)));
  await sleep((seconds / 4) * 1000);
  say(`${counts.acknowledged} are acknowledged; ${names} comes back`);
  const [start, away] = [performance.now(), seconds * (1 - 1 / 3 - 1 / 4) * 1000];
  await Promise.all(victims.map((node) => end(node, fault)));
  say(`${names} is back after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await sleep(Math.max(0, away - (performance.now() - start)));
  await Promise.all(site.nodes.map((node) => node.comeBack()));
  say(`${counts.acknowledged} are acknowledged; ${(await site.writer()).name} is written to`);
}

async function begin(node: ClusterNode, fault: FaultKind): Promise<void> {
  if (fault === 'kill') await node.kill();
  else node.freeze();
}

async function end(node: ClusterNode, fault: FaultKind): Promise<void> {
  if (fault === 'kill') await node.start();
  else node.thaw();
}
