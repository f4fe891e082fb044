import type { Access } from '../load/caller.js';
import { Client } from '../support/client.js';
import { send } from '../support/load.js';
import { cpuSeconds } from '../support/process-usage.js';
import { personOf } from '../users/people.js';
import type { ClusterNode } from './cluster-node.js';
import type { Site } from './site.js';

const STUDENTS = 2000;
const CALLERS = 4;

/** What is called: each one a page that may be read on another node than the primary. */
const CALLS = {
  'page of the export, 100 records': '/integration/progress?limit=100',
  'page of the queue': '/integration/sync/queue?limit=50',
} as const;

/** What a number of calls cost. */
interface Cost {
  readonly what: string;
  readonly nodes: number;
  readonly seconds: number;
  readonly primaryCpu: number;
  readonly otherCpu: number;
}

type Say = (line: string) => void;

/**
 * Measures pages that are read on the primary alone, on one other node, and on two by two instances. The cores of the
 * machine are shared by all nodes, so the CPU time of the primary says more than the rate.
 * @param calls of each kind and number of nodes
 * @returns a Markdown table
 */
export async function measureReads(site: Site, access: Access, calls: number, say: Say): Promise<string> {
  const primary = await site.writer();
  const others = site.nodes.filter((node) => node !== primary);
  await fill(access);
  const costs: Cost[] = [];
  for (const readers of [[], others.slice(0, 1), others]) {
    const baseUrls =
      readers.length === 0
        ? [await site.startReader(undefined)]
        : await Promise.all(readers.map((node) => site.startReader(node)));
    for (const [what, path] of Object.entries(CALLS)) {
      // The first ones connect, and prepare what is kept.
      await call({ ...access, baseUrls }, path, 50);
      const cost = await measure({ ...access, baseUrls }, path, calls, primary, others);
      costs.push({ what, nodes: readers.length + 1, ...cost });
      say(`${what}: measured over ${readers.length + 1} nodes`);
    }
  }
  return tableOf(costs, calls);
}

async function fill({ baseUrls: [baseUrl = ''], headers }: Access): Promise<void> {
  // Of ten people the last one is no student.
  const students = Array.from({ length: STUDENTS }, (_, index) => personOf('reads', 10 * index));
  await new Client(baseUrl, headers).bulk('/api/v1/integration/users/bulk', students);
}

async function measure(
  access: Access,
  path: string,
  calls: number,
  primary: ClusterNode,
  others: readonly ClusterNode[],
): Promise<Omit<Cost, 'what' | 'nodes'>> {
  const otherCpu = (): number => others.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = { primary: cpuSeconds(primary.pid), other: otherCpu(), at: performance.now() };
  await call(access, path, calls);
  return {
    seconds: (performance.now() - before.at) / 1000,
    primaryCpu: cpuSeconds(primary.pid) - before.primary,
    otherCpu: otherCpu() - before.other,
  };
}

/** Callers that share the calls, at each instance as many. */
async function call({ baseUrls, headers }: Access, path: string, calls: number): Promise<void> {
  const each = Array.from({ length: calls / baseUrls.length }, () => ({}));
  await Promise.all(
    baseUrls.map((baseUrl) =>
      send({ baseUrl, path: `/api/v1${path}`, headers }, each, CALLERS / baseUrls.length, 200),
    ),
  );
}

function tableOf(costs: readonly Cost[], calls: number): string {
  const head =
    '| what | nodes | calls a second | CPU s of the primary per 1,000 calls | of the others |\n' +
    '| --- | ---: | ---: | ---: | ---: |\n';
  const rows = costs.map(({ what, nodes, seconds, primaryCpu, otherCpu }) => {
    const per = (cpu: number): string => ((cpu / calls) * 1000).toFixed(2);
    return `| ${what} | ${nodes} | ${(calls / seconds).toFixed(0)} | ${per(primaryCpu)} | ${per(otherCpu)} |\n`;
  });
  return head + rows.join('');
}
