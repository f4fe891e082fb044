import { plural, t } from '@lingui/core/macro';

import type { PacingDto } from '../api/openapi';
import { entryOf } from '../ui/options';
import { words } from '../ui/words';

const REASONS: Readonly<Record<PacingDto['reasons'][number], (pacing: PacingDto) => string>> = {
  milestone_overdue: ({ daysBehind }) =>
    plural(daysBehind, {
      one: 'A required milestone is # day past its due date.',
      other: 'A required milestone is # days past its due date.',
    }),
  milestone_due_soon: () => t`A required milestone is due soon and has not been started.`,
  nothing_submitted: () => t`No version of the dissertation has been submitted.`,
  revision_loop: () => t`The latest versions are all of the same stage, and none was approved.`,
  committee_incomplete: () => t`The committee lacks a required role.`,
  on_hold: () => t`The dissertation is on hold.`,
};

/** One sentence for each reason of the pacing. */
export function reasonsOf(pacing: PacingDto): string[] {
  return pacing.reasons.map((reason) => entryOf(REASONS, reason)?.(pacing) ?? `${words(reason)}.`);
}
