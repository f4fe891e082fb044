import { grouped } from '../overview/grouped';

export const HOLD_STATUSES = ['held', 'released', 'rejected', 'withdrawn'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

/** A de-provisioning beyond a threshold. */
export interface Hold {
  readonly id: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly status: HoldStatus;
  readonly run: string | null;
  readonly requestedAt: string;
  readonly actor: string;
  readonly actorLabel: string;
  readonly requestId: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly decidedByLabel: string | null;
}

/** A run because of which people wait; null: of calls that named no run. */
export interface HeldRun {
  readonly run: string | null;
  readonly people: number;
  readonly since: string;
}

/** What became of one of several. */
export interface Decided {
  readonly id: string;
  readonly ok: boolean;
  readonly message?: string;
  readonly hold?: Hold;
}

export interface DecidedRun {
  readonly decided: number;
  readonly remaining: number;
}

export type Decision = 'release' | 'reject';

export const DECISIONS: Readonly<
  Record<Decision, { readonly label: string; readonly done: string; readonly meaning: string }>
> = {
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

export function peopleInWords(count: number): string {
  return count === 1 ? '1 person' : `${grouped(count)} people`;
}
