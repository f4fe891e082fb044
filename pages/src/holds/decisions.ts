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
    meaning: 'They are de-provisioned now: they can no longer log in, and their sessions end at once.',
  },
  reject: {
    label: 'Reject',
    done: 'rejected',
    meaning: 'They stay active. If the SIS de-provisions them again, the limits in the settings apply again.',
  },
};
