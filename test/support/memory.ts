import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 1024 * 1024;

export interface Memory {
  /** What is reachable, within the heap and outside of it. */
  readonly heapMiB: number;
  readonly rssMiB: number;
}

/** The memory of this process, in which service and test run, without what may be collected. */
export function memoryNow(): Memory {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // The first collection frees what finalisers still hold.
  for (let times = 0; times < 2; times += 1) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapMiB: Math.round((heapUsed + external) / MIB), rssMiB: Math.round(rss / MIB) };
}
