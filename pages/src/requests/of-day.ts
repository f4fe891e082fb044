import { listAddress } from '../ui/addresses';
import { addDays } from '../ui/dates/calendar-days';
import { startOfDay } from '../ui/zoned-days';

/**
 * The address of the requests of a day (`YYYY-MM-DD`) of the university, with these filters set besides.
 * @param timeZone the university's, in which the days are counted, whatever zone times are shown in
 */
export function requestsOfDay(
  day: string,
  timeZone: string,
  filter: Readonly<Record<string, string>> = {},
): string {
  const span = { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
  return listAddress('requests', { ...filter, ...span });
}
