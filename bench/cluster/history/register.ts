import type { Anomaly, Operation } from './history.js';

/** A write or a read of one value. No two writes have the same value. */
export interface RegisterAction {
  readonly kind: 'write' | 'read';
  readonly value: string;
}

type Access = Operation<RegisterAction>;

/** A possible past: the value that it led to, and the calls that have not ended and have taken effect. */
interface Past {
  readonly value: string;
  readonly done: ReadonlySet<Access>;
}

/**
 * Whether each call can have taken effect at one moment between its beginning and its end, by all possible pasts (as
 * Wing and Gong, with the calls taken in the order in which they end).
 * @returns an anomaly for the first call that fits no past
 */
export function checkRegister(name: string, initial: string, operations: readonly Access[]): Anomaly[] {
  const kept = relevant(operations);
  const pending = new Set<Access>();
  let pasts: Past[] = [{ value: initial, done: new Set() }];
  for (const { access, isEnd } of eventsOf(kept)) {
    if (!isEnd) {
      pending.add(access);
      continue;
    }
    const values = new Set(pasts.map(({ value }) => value));
    pasts = afterEndOf(access, pasts, pending);
    pending.delete(access);
    if (pasts.length > 0) continue;
    const { kind, value } = access.action;
    const ended = `a ${kind} of "${value}" ended at ${access.endedAt.toFixed(0)} ms`;
    const text = `${name}: ${ended}, possible was ${[...values].join(', ')}`;
    return [{ kind: 'not linearizable', text }];
  }
  return [];
}

/** An unknown read says nothing, and an unknown write that no read shows could as well not have been done. */
function relevant(operations: readonly Access[]): Access[] {
  const read = new Set(
    operations.flatMap(({ action, outcome }) =>
      outcome === 'ok' && action.kind === 'read' ? [action.value] : [],
    ),
  );
  return operations.filter(
    ({ action, outcome }) =>
      outcome === 'ok' || (outcome === 'unknown' && action.kind === 'write' && read.has(action.value)),
  );
}

/** Beginnings and ends in their order; at the same time the beginning is first. An unknown write never ends. */
function eventsOf(operations: readonly Access[]): { access: Access; isEnd: boolean }[] {
  const events = operations.flatMap((access) => [
    { access, isEnd: false, at: access.invokedAt },
    ...(access.outcome === 'ok' ? [{ access, isEnd: true, at: access.endedAt }] : []),
  ]);
  return events.sort((one, other) => one.at - other.at || Number(one.isEnd) - Number(other.isEnd));
}

/** The pasts in which this call has taken effect. */
function afterEndOf(access: Access, pasts: readonly Past[], pending: ReadonlySet<Access>): Past[] {
  const ids = new Map([...pending].map((one, index) => [one, index]));
  const keyOf = ({ value, done }: Past): string =>
    [...[...done].map((one) => ids.get(one) ?? -1).sort((one, other) => one - other), value].join(' ');
  const seen = new Set(pasts.map(keyOf));
  const open = [...pasts];
  const after = new Map<string, Past>();
  for (let past = open.pop(); past !== undefined; past = open.pop()) {
    if (past.done.has(access)) {
      const left = { value: past.value, done: new Set([...past.done].filter((one) => one !== access)) };
      after.set(keyOf(left), left);
      continue;
    }
    for (const next of stepsOf(past, pending)) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return [...after.values()];
}

function stepsOf({ value, done }: Past, pending: ReadonlySet<Access>): Past[] {
  return [...pending].flatMap((one) => {
    const { action } = one;
    if (done.has(one) || (action.kind === 'read' && action.value !== value)) return [];
    return [{ value: action.value, done: new Set([...done, one]) }];
  });
}
