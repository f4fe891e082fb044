import { type Dependency, findCycles } from './cycles.js';
import type { Anomaly, Operation } from './history.js';

/** A step of a transaction: a list is read, or one value is appended. A list is read before it is appended to. */
export type Step =
  | { readonly kind: 'read'; readonly key: string; readonly list: readonly string[] }
  | { readonly kind: 'append'; readonly key: string; readonly value: string };

export interface Transaction {
  readonly name: string;
  readonly steps: readonly Step[];
}

type Ran = Operation<Transaction>;

/**
 * What transactions on lists show of the order in which they took effect, as Elle infers it: each value is appended
 * once, so a list that was read shows in which order its values came.
 * @param final each list at the end; nothing was written since
 */
export function checkAppends(
  operations: readonly Ran[],
  final: ReadonlyMap<string, readonly string[]>,
): Anomaly[] {
  const writers = new Map(
    operations.flatMap((one) => appendsOf(one).map(({ value }): [string, Ran] => [value, one])),
  );
  return [
    ...checkPresence(operations, final, writers),
    ...checkReads(operations, final, writers),
    ...checkUpdates(operations),
    ...findCycles(dependenciesOf(operations, final, writers)),
  ];
}

type Append = Extract<Step, { kind: 'append' }>;
type Read = Extract<Step, { kind: 'read' }>;

function appendsOf({ action }: Ran): Append[] {
  return action.steps.filter((step) => step.kind === 'append');
}

function readsOf({ action, outcome }: Ran): Read[] {
  return outcome === 'ok' ? action.steps.filter((step) => step.kind === 'read') : [];
}

function isBeginning(list: readonly string[], of: readonly string[]): boolean {
  return list.every((value, index) => value === of[index]);
}

/** Each acknowledged value is there once, and none of a transaction that failed. */
function checkPresence(
  operations: readonly Ran[],
  final: ReadonlyMap<string, readonly string[]>,
  writers: ReadonlyMap<string, Ran>,
): Anomaly[] {
  const counts = new Map<string, number>();
  for (const value of [...final.values()].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const doubled = [...counts].filter(([, count]) => count > 1);
  const acknowledged = operations.filter(({ outcome }) => outcome === 'ok').flatMap(appendsOf);
  return [
    ...acknowledged
      .filter(({ value }) => !counts.has(value))
      .map(({ key, value }) => ({ kind: 'missing' as const, text: `${value} was appended to ${key}` })),
    ...doubled.map(([value, count]) => ({
      kind: 'doubled' as const,
      text: `${value} is there ${count} times`,
    })),
    ...[...counts.keys()]
      .filter((value) => writers.get(value)?.outcome === 'failed')
      .map((value) => ({ kind: 'aborted read' as const, text: `${value} failed and is there at last` })),
  ];
}

/** Each list that was read is the beginning of the final one, has nothing aborted, and all that was answered before. */
function checkReads(
  operations: readonly Ran[],
  final: ReadonlyMap<string, readonly string[]>,
  writers: ReadonlyMap<string, Ran>,
): Anomaly[] {
  const appended = new Map<string, { value: string; by: Ran }[]>();
  // What is missing at last was counted as that.
  const kept = new Set([...final.values()].flat());
  for (const by of operations)
    for (const { key, value } of by.outcome === 'ok' ? appendsOf(by) : []) {
      if (!kept.has(value)) continue;
      const ofKey = appended.get(key) ?? [];
      ofKey.push({ value, by });
      appended.set(key, ofKey);
    }
  return operations.flatMap((operation) =>
    readsOf(operation).flatMap(({ key, list }): Anomaly[] => {
      const { name } = operation.action;
      const last = final.get(key) ?? [];
      const shown = new Set(list);
      const aborted = list.filter((value) => writers.get(value)?.outcome === 'failed');
      const late = appended
        .get(key)
        ?.find(({ value, by }) => by.endedAt < operation.invokedAt && !shown.has(value));
      return [
        ...(isBeginning(list, last)
          ? []
          : [
              {
                kind: 'incompatible order' as const,
                text: `${name} read another ${key} than was there at last`,
              },
            ]),
        ...aborted.map((value) => ({
          kind: 'aborted read' as const,
          text: `${name} read ${value} of ${key}`,
        })),
        ...(late === undefined
          ? []
          : [{ kind: 'stale' as const, text: `${name} read ${key} without the earlier ${late.value}` }]),
      ];
    }),
  );
}

function checkUpdates(operations: readonly Ran[]): Anomaly[] {
  return lostUpdates(operations).map(({ first, second, version }) => ({
    kind: 'lost update',
    text: `${first} and ${second} both updated ${version}`,
  }));
}

/** The names of two acknowledged transactions that updated the same version of a list. */
export interface LostUpdate {
  readonly first: string;
  readonly second: string;
  /** The list and its last value, as both read it. */
  readonly version: string;
}

/** Of two transactions that appended to the same list one must have read what the other one left. */
export function lostUpdates(operations: readonly Ran[]): LostUpdate[] {
  const firsts = new Map<string, string>();
  return operations.flatMap((operation) => {
    const second = operation.action.name;
    const written = new Set(appendsOf(operation).map(({ key }) => key));
    const updated = readsOf(operation).filter(({ key }) => written.has(key));
    return updated.flatMap(({ key, list }): LostUpdate[] => {
      const version = `${key} ${list.at(-1) ?? ''}`;
      const first = firsts.get(version);
      if (first === undefined) firsts.set(version, second);
      return first === undefined ? [] : [{ first, second, version }];
    });
  });
}

/** Who wrote after whom (ww), who read what another one wrote (wr), and who wrote over what another one read (rw). */
function dependenciesOf(
  operations: readonly Ran[],
  final: ReadonlyMap<string, readonly string[]>,
  writers: ReadonlyMap<string, Ran>,
): Dependency[] {
  const nameOf = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : writers.get(value)?.action.name;
  const dependency = (
    kind: Dependency['kind'],
    from: string | undefined,
    to: string | undefined,
  ): Dependency[] => (from === undefined || to === undefined || from === to ? [] : [{ kind, from, to }]);
  const written = [...final.values()].flatMap((list) =>
    list.slice(1).flatMap((value, index) => dependency('ww', nameOf(list[index]), nameOf(value))),
  );
  const read = operations.flatMap((operation) =>
    readsOf(operation).flatMap(({ key, list }) => {
      const { name } = operation.action;
      const last = final.get(key) ?? [];
      // What another list shows of the order is that there is none.
      if (!isBeginning(list, last)) return [];
      return [
        ...dependency('wr', nameOf(list.at(-1)), name),
        ...dependency('rw', name, nameOf(last[list.length])),
      ];
    }),
  );
  return [...written, ...read];
}
