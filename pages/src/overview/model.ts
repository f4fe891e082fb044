export const SYNC_STATUSES = ['not_queued', 'queued', 'processing', 'sent', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

export interface Day {
  readonly day: string;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

export type Counts = Omit<Day, 'day'>;

export interface Overview {
  readonly queue: Readonly<Record<SyncStatus, number>>;
  readonly provisioning: readonly Day[];
  readonly pacing: Readonly<Record<string, number>>;
  readonly people: {
    readonly Student: number;
    readonly Faculty: number;
    readonly Staff: number;
    readonly inactive: number;
  };
  readonly openDiscrepancies: number;
  readonly keysExpiring: number;
  readonly heldDeprovisionings: number;
  readonly lastRun: {
    readonly at: string;
    readonly actor: string;
    readonly actorLabel: string;
    readonly counts: Counts;
  } | null;
  readonly nightlyRunIsLate: boolean;
  readonly nightlyRunHours: number;
}

export { PACING_STATUSES as PACING } from '../progress/model';
