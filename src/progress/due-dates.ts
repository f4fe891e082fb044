import { addDays, type Day, daysBetween } from '../tenancy/time/calendar.js';
import type { User } from '../users/model/user.entity.js';
import type { Milestone } from './entities/milestone.entity.js';
import type { TemplateMilestone } from './templates/default-template.js';

type Offset = Pick<TemplateMilestone, 'dueAfterDays'>;

/** The first day of the month of entry, from which offsets count; null where the month is not known. */
export function startOf({
  yearOfEntry,
  monthOfEntry,
}: Pick<User, 'yearOfEntry' | 'monthOfEntry'>): Day | null {
  if (yearOfEntry === null || monthOfEntry === null) return null;
  return `${String(yearOfEntry).padStart(4, '0')}-${String(monthOfEntry).padStart(2, '0')}-01`;
}

/** The database has no day behind it. */
const LAST_DAY: Day = '9999-12-31';

/**
 * When the template says that a milestone is due; null when it does not, when the start is not known, or when no day
 * can be written that is so late.
 */
export function dueByTemplate(startsOn: Day | null, { dueAfterDays = null }: Offset): Day | null {
  if (startsOn === null || dueAfterDays === null) return null;
  return dueAfterDays > daysBetween(startsOn, LAST_DAY) ? null : addDays(startsOn, dueAfterDays);
}

/**
 * The due date of a milestone that is written without one. One with an offset keeps its date, or begins with that of
 * the template; any other one has none.
 */
export function dueWhenNotSent(
  startsOn: Day | null,
  known: Pick<Milestone, 'dueOn'> | undefined,
  template: Offset,
): Day | null {
  if ((template.dueAfterDays ?? null) === null) return null;
  return known === undefined ? dueByTemplate(startsOn, template) : known.dueOn;
}
