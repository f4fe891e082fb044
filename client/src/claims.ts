import type { Envelope, SyncItem } from './openapi/types.gen.js';

// The calls of the contract's section 8, until the OpenAPI document has them.

export interface CreateClaims {
  targetSystem?: string;
  formTypes?: string[];
  /** 1-100; default 10. */
  limit?: number;
  /** 5-3600; default 60. */
  leaseSeconds?: number;
  /** 0-25: how long the service waits for an item; default 0. */
  waitSeconds?: number;
}

/** One item, leased to the caller. */
export interface Claim {
  readonly claimId: string;
  readonly submissionId: string;
  readonly formType: string;
  readonly targetSystem: string | null;
  readonly attempt: number;
  readonly leaseUntil: string;
  readonly contentHash: string;
  readonly envelope: Envelope;
}

export interface ExtendClaim {
  leaseSeconds: number;
}

export interface ExtendedClaim {
  readonly leaseUntil: string;
}

export interface ReleaseClaim {
  /** 0-86400; default 10 s, doubled with each attempt. */
  delaySeconds?: number;
  lastError?: string;
}

export type ReleasedClaim = SyncItem & { readonly notBefore: string | null };

export interface ReplaySelection {
  status: 'not_queued' | 'queued' | 'processing' | 'sent' | 'failed';
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

export interface CreateClaimsOperation {
  body: CreateClaims;
  url: '/api/v1/integration/sync/claims';
}

export interface ExtendClaimOperation {
  body: ExtendClaim;
  path: { claimId: string };
  url: '/api/v1/integration/sync/claims/{claimId}/extend';
}

export interface ReleaseClaimOperation {
  body: ReleaseClaim;
  path: { claimId: string };
  url: '/api/v1/integration/sync/claims/{claimId}/release';
}

export interface ReplaySelectionOperation {
  body: ReplaySelection;
  url: '/api/v1/integration/sync/replay/bulk';
}

export interface ListConnectorsOperation {
  url: '/api/v1/integration/sync/connectors';
}
