import type { SyncItem } from './openapi/types.gen.js';

// The calls of the contract's section 8 that the OpenAPI document does not have yet.

export interface ReplaySelection {
  status: SyncItem['syncStatus'];
  targetSystem?: string;
  formType?: string;
  from?: string;
  to?: string;
  dryRun?: boolean;
  includeUndecided?: boolean;
}

export interface ReplayedSelection {
  readonly matched: number;
  readonly queued: number;
  readonly undecided: number;
  readonly sample: readonly SyncItem[];
}

/** A connector, as the service has seen it. */
export interface ConnectorRow {
  readonly targetSystem: string | null;
  readonly apiKey: string;
  readonly label: string;
  readonly lastClaimAt: string | null;
  readonly inFlight: number;
  readonly oldestLeaseUntil: string | null;
  readonly claimed24h: number;
  readonly sent24h: number;
  readonly failed24h: number;
  readonly waiting: number;
  readonly oldestQueuedAt: string | null;
}

export interface ReplaySelectionOperation {
  body: ReplaySelection;
  url: '/api/v1/integration/sync/replay/bulk';
}

export interface ListConnectorsOperation {
  url: '/api/v1/integration/sync/connectors';
}
