import type { Anomaly } from './history.js';

/**
 * Compares what each reader of the feed was handed, from the earliest event on, with what the feed has at the end.
 * @param readers the IDs of events, in the order in which each reader got them
 */
export function checkFeed(
  readers: ReadonlyMap<string, readonly string[]>,
  feed: readonly string[],
): Anomaly[] {
  return [...readers].flatMap(([reader, events]) => checkReader(reader, events, feed));
}

function checkReader(reader: string, events: readonly string[], feed: readonly string[]): Anomaly[] {
  const places = new Map(feed.map((id, place) => [id, place]));
  const anomalies: Anomaly[] = [];
  const seen = new Set<string>();
  let last = -1;
  for (const id of events) {
    const place = places.get(id);
    if (seen.has(id)) anomalies.push({ kind: 'doubled', text: `${reader} was handed event ${id} twice` });
    else if (place === undefined)
      anomalies.push({ kind: 'missing', text: `${reader} was handed event ${id}, which is gone` });
    else if (place < last)
      anomalies.push({ kind: 'stale', text: `${reader} was handed event ${id} after later ones` });
    seen.add(id);
    last = Math.max(last, place ?? last);
  }
  const missed = feed.filter((id) => !seen.has(id));
  return [
    ...anomalies,
    ...missed.map((id) => ({
      kind: 'missing' as const,
      text: `${reader} was never handed event ${id}`,
    })),
  ];
}
