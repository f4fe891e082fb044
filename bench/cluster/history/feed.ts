import type { Anomaly } from './history.js';

/**
 * Compares what each reader of the feed was handed, from the earliest event on, with what the feed has at the end.
 * @param readers the IDs of events, in the order in which each reader got them; a walk for each time that it began
 * anew, as its place was lost, of which only the last one reached the end
 * @param whole undefined where the end was not read: then it is only known what was handed out twice
 */
export function checkFeed(
  readers: ReadonlyMap<string, readonly (readonly string[])[]>,
  whole: readonly string[] | undefined,
): Anomaly[] {
  const feed = whole ?? [];
  const anomalies = [...readers].flatMap(([reader, walks]) => {
    const handed = new Set(walks.at(-1));
    const missed = feed.filter((id) => !handed.has(id));
    return [
      ...walks.flatMap((events) => checkWalk(reader, events, feed)),
      ...missed.map((id) => ({
        kind: 'missing' as const,
        text: `${reader} was never handed event ${id}`,
      })),
    ];
  });
  return whole === undefined ? anomalies.filter(({ kind }) => kind === 'doubled') : anomalies;
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
