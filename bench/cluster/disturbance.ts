import { setTimeout as sleep } from 'node:timers/promises';

import type { CallCounts } from '../load/caller.js';
import type { Cluster } from './cluster.js';
import type { ClusterNode } from './cluster-node.js';
import { HERE, type Machine } from './network.js';

/** The nodes at the moment of a fault. */
interface Scene {
  readonly cluster: Cluster;
  /** The node that is written to, and the others. */
  readonly writer: ClusterNode;
  readonly others: readonly ClusterNode[];
}

interface Fault {
  readonly what: string;
  begin(scene: Scene): Promise<void>;
  end(scene: Scene): Promise<void>;
}

const HOUR = 3600;

function machines(nodes: readonly ClusterNode[]): Machine[] {
  return nodes.map(({ machine }) => machine);
}

function addresses(nodes: readonly ClusterNode[]): string[] {
  return nodes.map(({ address }) => address);
}

async function each(nodes: readonly ClusterNode[], act: (node: ClusterNode) => Promise<void>): Promise<void> {
  await Promise.all(nodes.map(act));
}

function freeze(nodes: readonly ClusterNode[]): Promise<void> {
  for (const node of nodes) node.freeze();
  return Promise.resolve();
}

function thaw(nodes: readonly ClusterNode[]): Promise<void> {
  for (const node of nodes) node.thaw();
  return Promise.resolve();
}

const heal = ({ cluster }: Scene): Promise<void> => cluster.network.heal();

async function startAgain({ cluster, writer }: Scene): Promise<void> {
  await writer.startServer();
  await cluster.comeBack();
}

/** What happens to the nodes. A fault of the network leaves the way to the service open unless it says otherwise. */
export const FAULTS = {
  kill: {
    what: 'the written node is killed and started again',
    begin: ({ writer }) => writer.kill(),
    end: startAgain,
  },
  freeze: {
    what: 'the written node is stopped, and continues without knowing that the others have gone on',
    begin: ({ writer }) => freeze([writer]),
    end: ({ writer }) => thaw([writer]),
  },
  majority: {
    what: 'the two others are stopped, and continue',
    begin: ({ others }) => freeze(others),
    end: ({ others }) => thaw(others),
  },
  cut: {
    what: 'the written node and the others receive nothing from each other',
    begin: ({ cluster, writer, others }) => cluster.network.separate(writer.machine, machines(others)),
    end: heal,
  },
  alone: {
    what: 'as cut, and the written node receives nothing from the service',
    async begin({ cluster: { network }, writer, others }) {
      await network.deafen(writer.machine, [HERE]);
      await network.separate(writer.machine, machines(others));
    },
    end: heal,
  },
  deaf: {
    what: 'the written node receives nothing from the others, which receive what it sends',
    begin: ({ cluster, writer, others }) => cluster.network.deafen(writer.machine, addresses(others)),
    end: heal,
  },
  mute: {
    what: 'the others receive nothing from the written node, which receives what they send',
    begin: ({ cluster, writer, others }) =>
      each(others, ({ machine }) => cluster.network.deafen(machine, [writer.address])),
    end: heal,
  },
  split: {
    what: 'no node receives anything from another one: there is no majority',
    begin: ({ cluster: { network, nodes } }) =>
      each(nodes, (node) => network.deafen(node.machine, addresses(nodes.filter((one) => one !== node)))),
    end: heal,
  },
  'kill-all': {
    what: 'all nodes are killed at once, and the most advanced one is started first',
    begin: ({ cluster }) => each(cluster.nodes, (node) => node.kill()),
    end: ({ cluster }) => cluster.restart(),
  },
  power: {
    what: 'as kill-all, and what they had not synced to their disks is gone',
    async begin({ cluster: { nodes } }) {
      await freeze(nodes);
      await each(nodes, (node) => node.losePower());
    },
    end: ({ cluster }) => cluster.restart(),
  },
  'cut-kill': {
    what: 'one other node is cut off, and 7 s later the written node is killed',
    async begin({ cluster, writer, others: [cut, left] }) {
      if (cut === undefined || left === undefined) return;
      await cluster.network.separate(cut.machine, machines([writer, left]));
      // By now the two have gone on without it.
      await sleep(7000);
      await writer.kill();
    },
    async end(scene) {
      await heal(scene);
      await startAgain(scene);
    },
  },
  clock: {
    what: 'the clock of the written node is an hour ahead, and then right again',
    begin: ({ writer }) => writer.stepClock(HOUR),
    end: ({ writer }) => writer.stepClock(0),
  },
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof FAULTS;

export function isFault(name: string): name is FaultKind {
  return Object.hasOwn(FAULTS, name);
}

type Say = (line: string) => void;

/**
 * A third of a round is calm, then the fault lasts for a quarter of it, then all nodes are back.
 * @param writerNow asked when the fault begins
 */
export async function disturb(
  cluster: Cluster,
  writerNow: () => Promise<ClusterNode>,
  fault: FaultKind,
  counts: Pick<CallCounts, 'acknowledged'>,
  seconds: number,
  say: Say,
): Promise<void> {
  await sleep((seconds / 3) * 1000);
  const writer = await writerNow();
  const scene = { cluster, writer, others: cluster.nodes.filter((node) => node !== writer) };
  say(`${counts.acknowledged} writes are acknowledged; ${writer.name} is written to; ${FAULTS[fault].what}`);
  await FAULTS[fault].begin(scene);
  await sleep((seconds / 4) * 1000);
  say(`${counts.acknowledged} are acknowledged; the fault ends`);
  const [start, away] = [performance.now(), seconds * (1 - 1 / 3 - 1 / 4) * 1000];
  await FAULTS[fault].end(scene);
  say(`it has ended after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await sleep(Math.max(5000, away - (performance.now() - start)));
  const done = await cluster.comeBack();
  if (done !== undefined) say(done);
  say(`${counts.acknowledged} are acknowledged; ${(await writerNow()).name} is written to`);
}
