import type { Anomaly } from './history.js';

/** What became of the items of the queue, by what was answered. */
export interface Items {
  readonly approved: readonly string[];
  readonly sent: readonly string[];
}

/** A row of the queue at the end. */
export interface StoredItem {
  readonly name: string;
  readonly status: string;
}

/** What was approved is in the queue once, and what was sent stays sent. */
export function checkItems({ approved, sent }: Items, stored: readonly StoredItem[]): Anomaly[] {
  const there = new Map<string, string[]>();
  for (const { name, status } of stored) there.set(name, [...(there.get(name) ?? []), status]);
  const statusesOf = (name: string): readonly string[] => there.get(name) ?? [];
  return [
    ...approved
      .filter((name) => statusesOf(name).length === 0)
      .map((name) => ({ kind: 'missing' as const, text: `${name} was approved and is not in the queue` })),
    ...[...there]
      .filter(([, statuses]) => statuses.length > 1)
      .map(([name, { length }]) => ({
        kind: 'doubled' as const,
        text: `${name} is in the queue ${length} times`,
      })),
    ...sent
      .filter((name) => statusesOf(name).some((status) => status !== 'sent') || statusesOf(name).length === 0)
      .map((name) => ({
        kind: 'missing' as const,
        text: `${name} was sent and is ${statusesOf(name).join(', ') || 'gone'}`,
      })),
  ];
}
