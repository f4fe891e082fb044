import type { FieldProblem } from '../../errors/refusal.js';
import type { DeprovisioningPause } from '../../settings/settings.js';
import { dayIn, daysBetween } from './calendar.js';

/** A tenant as far as its pauses go. */
interface Pausing {
  readonly timeZone: string;
  readonly deprovisioningPauses: readonly DeprovisioningPause[];
}

const MOST_DAYS = 366;

/** The pause that holds at this moment. */
export function pauseAt(
  { timeZone, deprovisioningPauses }: Pausing,
  at: Date,
): DeprovisioningPause | undefined {
  if (deprovisioningPauses.length === 0) return undefined;
  const today = dayIn(timeZone, at);
  return deprovisioningPauses.find(({ from, until }) => from <= today && today <= until);
}

/** Such as "2026-12-20 to 2027-01-05, winter break". */
export function pauseText({ from, until, note }: DeprovisioningPause): string {
  const days = from === until ? from : `${from} to ${until}`;
  return note === undefined ? days : `${days}, ${note}`;
}

function problemOf(pause: DeprovisioningPause, earlier: readonly DeprovisioningPause[]): string | undefined {
  const { from, until } = pause;
  const days = daysBetween(from, until) + 1;
  if (days < 1) return `ends on ${until}, before its first day ${from}`;
  if (days > MOST_DAYS) return `lasts from ${from} to ${until}, which is more than ${MOST_DAYS} days`;
  const other = earlier.findIndex((one) => one.from <= until && from <= one.until);
  const met = earlier[other];
  if (met === undefined) return undefined;
  return `(${pauseText(pause)}) overlaps deprovisioningPauses[${other}] (${pauseText(met)})`;
}

/** What is wrong with pauses whose days are real ones. */
export function pauseProblems(pauses: readonly DeprovisioningPause[]): FieldProblem[] {
  return pauses.flatMap((pause, index) => {
    const problem = problemOf(pause, pauses.slice(0, index));
    const field = `deprovisioningPauses[${index}]`;
    return problem === undefined ? [] : [{ field, code: 'isPause', message: `${field} ${problem}` }];
  });
}
