import type { Anomaly } from './history.js';

/**
 * Compares what each reader of the feed was handed, from the earliest event on, with what the feed has at the end.
 * @param readers the IDs of events, in the order in which each reader got them; a walk for each time that it began
 * anew, as its place was lost, of which only the last one reached the end
 */
export function checkFeed(
  readers: ReadonlyMap<string, readonly (readonly string[])[]>,
  feed: readonly string[],
): Anomaly[] {
  return [...readers].flatMap(([reader, walks]) => {
    const whole = new Set(walks.at(-1));
    const missed = feed.filter((id) => !whole.has(id));
    return [
      ...walks.flatMap((events) => checkWalk(reader, events, feed)),
      ...missed.map((id) => ({
        kind: 'missing' as const,
        text: `${reader} was never handed event ${id}`,
      })),
    ];
  });
}

function checkWalk(reader: string, events: readonly string[], feed: readonly string[]): Anomaly[] {
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
  return anomalies;
}
