import type { PacingDto } from '../api/openapi';
import { entryOf } from '../ui/options';
import { words } from '../ui/words';

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

const REASONS: Readonly<Record<PacingDto['reasons'][number], (pacing: PacingDto) => string>> = {
  milestone_overdue: ({ daysBehind }) => `A required milestone is ${days(daysBehind)} past its due date.`,
  milestone_due_soon: () => 'A required milestone is due soon and has not been started.',
  nothing_submitted: () => 'No version of the dissertation has been submitted.',
  revision_loop: () => 'The latest versions are all of the same stage, and none was approved.',
  committee_incomplete: () => 'The committee lacks a required role.',
  on_hold: () => 'The dissertation is on hold.',
};

/** One sentence for each reason of the pacing. */
export function reasonsOf(pacing: PacingDto): string[] {
  return pacing.reasons.map((reason) => entryOf(REASONS, reason)?.(pacing) ?? `${words(reason)}.`);
}
