import type { Anomaly, Operation } from './history.js';

/** A write of the next version of a thing, or a look at the versions of many things. */
export type VersionAction =
  | { readonly kind: 'write'; readonly key: string; readonly version: number }
  | { readonly kind: 'read'; readonly reader: string; readonly versions: ReadonlyMap<string, number> };

/**
 * A read that began after a write was answered shows that version or a later one, and never an older one than a read
 * that had ended before.
 */
export function checkVersions(operations: readonly Operation<VersionAction>[]): Anomaly[] {
  const least = new Map<string, number>();
  const raise = (key: string, version: number): void => {
    least.set(key, Math.max(version, least.get(key) ?? 0));
  };
  const due = new Map<Operation<VersionAction>, ReadonlyMap<string, number>>();
  const answered = operations.filter(({ outcome }) => outcome === 'ok');
  const events = answered.flatMap((operation) => [
    { operation, at: operation.invokedAt, isEnd: false },
    { operation, at: operation.endedAt, isEnd: true },
  ]);
  events.sort((one, other) => one.at - other.at || Number(one.isEnd) - Number(other.isEnd));
  for (const { operation, isEnd } of events) {
    const { action } = operation;
    if (!isEnd) {
      if (action.kind === 'read') due.set(operation, new Map(least));
    } else if (action.kind === 'write') raise(action.key, action.version);
    else for (const [key, version] of action.versions) raise(key, version);
  }
  return [...due].flatMap(([{ action, invokedAt }, wanted]) =>
    action.kind === 'read' ? staleIn(action, invokedAt, wanted) : [],
  );
}

function staleIn(
  { reader, versions }: Extract<VersionAction, { kind: 'read' }>,
  invokedAt: number,
  wanted: ReadonlyMap<string, number>,
): Anomaly[] {
  return [...wanted].flatMap(([key, version]) => {
    const shown = versions.get(key) ?? 0;
    if (shown >= version) return [];
    const asked = `${reader} asked at ${invokedAt.toFixed(0)} ms`;
    const text = `${asked} and was shown version ${shown} of ${key}, after ${version}`;
    return [{ kind: 'stale' as const, text }];
  });
}
