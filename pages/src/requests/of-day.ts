import { listAddress } from '../ui/addresses';
import { startOfDay } from '../ui/zoned-days';

const DAY_MS = 86_400_000;

/** The address of the requests of a day (`YYYY-MM-DD`) in a time zone, with these filters set besides. */
export function requestsOfDay(
  day: string,
  timeZone: string,
  filter: Readonly<Record<string, string>> = {},
): string {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  const span = { from: startOfDay(day, timeZone), to: startOfDay(next, timeZone) };
  return listAddress('requests', { ...filter, ...span });
}
