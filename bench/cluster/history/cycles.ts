import type { Anomaly } from './history.js';

/** One transaction took effect before another: both wrote, the second read, or the second wrote over what was read. */
export interface Dependency {
  readonly kind: 'ww' | 'wr' | 'rw';
  readonly from: string;
  readonly to: string;
}

/** The cycles that are looked for, the worst first: by which dependencies, with one rw among them at most or more. */
const KINDS: readonly {
  kind: Anomaly['kind'];
  by: readonly Dependency['kind'][];
  rw: 'none' | 'one' | 'any';
}[] = [
  { kind: 'G0', by: ['ww'], rw: 'none' },
  { kind: 'G1c', by: ['ww', 'wr'], rw: 'none' },
  { kind: 'G-single', by: ['ww', 'wr'], rw: 'one' },
  { kind: 'G2', by: ['ww', 'wr', 'rw'], rw: 'any' },
];

type Graph = ReadonlyMap<string, readonly string[]>;

/** A shortest cycle for each dependency that closes one; each set of transactions once, as the worst that it is. */
export function findCycles(dependencies: readonly Dependency[]): Anomaly[] {
  const seen = new Set<string>();
  return KINDS.flatMap(({ kind, by, rw }) => {
    const graph = graphOf(dependencies.filter((one) => by.includes(one.kind)));
    const closing = dependencies.filter((one) => (rw === 'none' ? by.includes(one.kind) : one.kind === 'rw'));
    return closing.flatMap(({ from, to }): Anomaly[] => {
      const way = shortestWay(graph, to, from);
      if (way === undefined) return [];
      const key = [...way].sort().join(' ');
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ kind, text: [...way, to].join(' before ') }];
    });
  });
}

function graphOf(dependencies: readonly Dependency[]): Graph {
  const graph = new Map<string, string[]>();
  for (const { from, to } of dependencies) {
    const next = graph.get(from) ?? [];
    next.push(to);
    graph.set(from, next);
  }
  return graph;
}

/** @returns the transactions from the one to the other, both included */
function shortestWay(graph: Graph, from: string, to: string): string[] | undefined {
  const before = new Map<string, string>();
  const open = [from];
  for (const one of open) {
    if (one === to) {
      const way = [one];
      for (let last = one; last !== from; way.unshift(last)) last = before.get(last) ?? from;
      return way;
    }
    for (const next of graph.get(one) ?? []) {
      if (next === from || before.has(next)) continue;
      before.set(next, one);
      open.push(next);
    }
  }
  return undefined;
}
