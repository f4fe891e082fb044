import type { DecideSelectionDto, HoldRowDto } from '../api/openapi';

export type Decision = DecideSelectionDto['decision'];

export const HOLD_STATUSES: Readonly<Record<HoldRowDto['status'], string>> = {
  held: 'Held',
  released: 'Released',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};

interface DecisionWords {
  readonly label: string;
  /** The status that follows. */
  readonly done: HoldRowDto['status'];
  readonly meaning: string;
}

export const DECISIONS: Readonly<Record<Decision, DecisionWords>> = {
  release: {
    label: 'Release',
    done: 'released',
    meaning: 'They are de-provisioned now: they cannot log in any more, and their sessions end at once.',
  },
  reject: {
    label: 'Reject',
    done: 'rejected',
    meaning: 'They stay active. When the SIS calls them inactive again, they are held again.',
  },
};
