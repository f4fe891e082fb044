import { t } from '@lingui/core/macro';

import type { DecideSelectionDto, HoldRowDto } from '../api/openapi';

export type Decision = DecideSelectionDto['decision'];
/** A decision, with the day until which it keeps users active. */
export type HoldDecision = Pick<DecideSelectionDto, 'decision' | 'keepActiveUntil'>;

export const HOLD_STATUSES: Readonly<Record<HoldRowDto['status'], string>> = {
  held: t`Held`,
  released: t({ message: 'De-provisioned', context: 'hold' }),
  rejected: t`Kept active`,
  withdrawn: t`Withdrawn`,
};

/** Why a de-provisioning was held. */
export const HOLD_REASONS: Readonly<Record<HoldRowDto['reason'], string>> = {
  limit: t`Beyond a limit`,
  committee_impact: t`Students would lose a committee member`,
  pause: t`Within a pause`,
};

interface DecisionWords {
  readonly label: string;
  readonly ofAll: string;
  /** Of all of a run, or of the calls without one. */
  readonly ofRun: (run: string | null) => string;
  /** The status that follows. */
  readonly status: HoldRowDto['status'];
  /** After a number of users. */
  readonly done: string;
  readonly meaning: string;
}

export const DECISIONS: Readonly<Record<Decision, DecisionWords>> = {
  release: {
    label: t`De-provision`,
    ofAll: t`De-provision all`,
    ofRun: (run) =>
      run === null ? t`De-provision all of calls without a run` : t`De-provision all of run ${run}`,
    status: 'released',
    done: t`de-provisioned`,
    meaning: t`They can no longer log in, and their sessions end at once.`,
  },
  reject: {
    label: t`Keep active`,
    ofAll: t`Keep all active`,
    ofRun: (run) => (run === null ? t`Keep all active: calls without a run` : t`Keep all active: run ${run}`),
    status: 'rejected',
    done: t`kept active`,
    meaning: t`They stay active. The de-provisionings are answered and wait no longer.`,
  },
};
