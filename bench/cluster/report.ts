import type { CallCounts } from '../load/caller.js';
import type { Anomaly } from './history/history.js';
import type { Noticed } from './noticed.js';
import type { Options } from './options.js';

/** How many anomalies of a kind are printed, for each of the things that are compared. */
const NAMED = 3;

/** A row of the table in docs/databases.md. @param noticed what the service said of losses; undefined without one */
export function lineOf(
  { kind, fault, flush, way, bare, control }: Options,
  { acknowledged, longestGapMs, longestWaitMs }: CallCounts,
  found: ReadonlyMap<Anomaly['kind'], number>,
  noticed?: Noticed,
): string {
  const load = control ? 'lists, two nodes' : bare ? 'lists' : `service, ${way}`;
  const { missing = 0, doubled = 0, stale = 0, ...others } = Object.fromEntries(found);
  const other = Object.entries(others).map(([name, count]) => `${count} ${name}`);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const cells = [
    kind,
    flush,
    load,
    control ? 'none' : fault,
    acknowledged,
    missing,
    doubled,
    stale,
    noticed === undefined ? '–' : `${noticed.recorded} losses, ${noticed.lostPlaces} × 410`,
    other.join(', ') || '0',
    seconds(longestGapMs),
    seconds(longestWaitMs),
  ];
  const head =
    '| engine | flush | load | fault | acknowledged | missing | doubled | stale | noticed | other | ' +
    'no write for s | longest wait s |\n';
  return `${head}| ${cells.join(' | ')} |\n`;
}

/** The first anomalies of each kind and thing: a text may begin with what it is about, and a colon. */
export function linesOf(anomalies: readonly Anomaly[]): string {
  const printed = new Map<string, number>();
  return anomalies
    .filter(({ kind, text }) => {
      const thing = `${kind} ${/^[^:]*: /.exec(text)?.[0] ?? ''}`;
      const count = (printed.get(thing) ?? 0) + 1;
      printed.set(thing, count);
      return count <= NAMED;
    })
    .map(({ kind, text }) => `  ${kind}: ${text}\n`)
    .join('');
}
