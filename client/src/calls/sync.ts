import type {
  Ack,
  BulkReplay,
  BulkReplayControllerReplayData,
  BulkReplayed,
  Claim,
  ClaimedItem,
  ClaimsControllerClaimData,
  ClaimsControllerExtendData,
  ClaimsControllerReleaseData,
  ClaimsMeta,
  Connector,
  ConnectorsControllerListData,
  Envelope,
  Lease,
  Release,
  ReleasedItem,
  Replay,
  SyncControllerAckData,
  SyncControllerHistoryData,
  SyncControllerListData,
  SyncControllerPreviewData,
  SyncControllerReplayData,
  SyncItem,
  SyncTransition,
} from '../openapi/types.gen.js';
import { itemsOf, type Page, type PageMeta, type WalkOptions } from '../pages.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

export type QueueQuery = NonNullable<SyncControllerListData['query']>;

/** Which item of a submission, where the university has several targets. */
export type OfTarget = NonNullable<SyncControllerPreviewData['query']>;

export interface QueueMeta extends PageMeta {
  /** Items of the tenant by status. */
  readonly totals: Readonly<Record<SyncItem['syncStatus'], number>>;
}

export interface PayloadMeta {
  readonly preview: true;
  /** SHA-256 of the envelope's canonical data. */
  readonly contentHash: string;
  readonly syncStatus: SyncItem['syncStatus'];
  /** Mapped fields whose discrepancies are unresolved. */
  readonly blockedBy: readonly string[];
}

export interface AckMeta {
  /** Whether the same was acknowledged before. */
  readonly repeated?: boolean;
}

export interface ClaimOptions extends CallOptions {
  /** The same key gives those of its claims that are still open. Default: random, the same for all attempts. */
  readonly idempotencyKey?: string;
}

/** The sync queue (scope `sync`). */
export class Sync {
  constructor(private readonly transport: Transport) {}

  page(query?: QueueQuery, options?: CallOptions): Promise<Page<SyncItem, QueueMeta>> {
    return this.transport.call<SyncControllerListData, SyncItem[], QueueMeta>(
      { method: 'GET', url: '/api/v1/integration/sync/queue', query },
      options,
    );
  }

  /** All items of the queue, latest change first. */
  items(
    query: Omit<QueueQuery, 'cursor'> = {},
    options?: WalkOptions,
  ): AsyncGenerator<SyncItem, void, undefined> {
    return itemsOf((cursor) => this.page({ ...query, cursor }, options));
  }

  /** Every step of an item, oldest first. */
  history(submissionId: string, query?: OfTarget, options?: CallOptions): Promise<Answer<SyncTransition[]>> {
    return this.transport.call<SyncControllerHistoryData, SyncTransition[]>(
      {
        method: 'GET',
        url: '/api/v1/integration/sync/queue/{submissionId}/history',
        path: { submissionId },
        query,
      },
      options,
    );
  }

  /** The envelope of a submission; reading it changes nothing. */
  payload(
    submissionId: string,
    query?: OfTarget,
    options?: CallOptions,
  ): Promise<Answer<Envelope, PayloadMeta>> {
    return this.transport.call<SyncControllerPreviewData, Envelope, PayloadMeta>(
      {
        method: 'GET',
        url: '/api/v1/integration/sync/payload/{submissionId}',
        path: { submissionId },
        query,
      },
      options,
    );
  }

  /** Queues an item again. Not repeated when it may have taken effect: a connector may have delivered it since. */
  replay(item: Replay, options?: CallOptions): Promise<Answer<SyncItem>> {
    return this.transport.call<SyncControllerReplayData, SyncItem>(
      { method: 'POST', url: '/api/v1/integration/sync/replay', body: item, repeatability: 'unsafe' },
      options,
    );
  }

  /** Queues items of one status again. Not repeated when it may have taken effect, as `replay`. */
  replayBulk(selection: BulkReplay, options?: CallOptions): Promise<Answer<BulkReplayed>> {
    return this.transport.call<BulkReplayControllerReplayData, BulkReplayed>(
      {
        method: 'POST',
        url: '/api/v1/integration/sync/replay/bulk',
        body: selection,
        repeatability: selection.dryRun === true ? 'safe' : 'unsafe',
      },
      options,
    );
  }

  /** Reports what became of an item; with `claimId` under that lease only. */
  ack(report: Ack, options?: CallOptions): Promise<Answer<SyncItem, AckMeta>> {
    // Each `processing` without a lease counts an attempt.
    const counts = report.status === 'processing' && report.claimId === undefined;
    return this.transport.call<SyncControllerAckData, SyncItem, AckMeta>(
      {
        method: 'POST',
        url: '/api/v1/integration/sync/ack',
        body: report,
        repeatability: counts ? 'unsafe' : 'safe',
      },
      options,
    );
  }

  /** Leases items that wait. A repeated attempt has the same key, so that a lost answer loses nothing. */
  claim(
    input: Claim = {},
    { idempotencyKey = crypto.randomUUID(), timeoutMs, ...options }: ClaimOptions = {},
  ): Promise<Answer<ClaimedItem[], ClaimsMeta>> {
    const patience = (input.waitSeconds ?? 0) * 1000;
    return this.transport.call<ClaimsControllerClaimData, ClaimedItem[], ClaimsMeta>(
      { method: 'POST', url: '/api/v1/integration/sync/claims', body: input, idempotencyKey },
      { ...options, timeoutMs: (timeoutMs ?? this.transport.timeoutMs) + patience },
    );
  }

  /** Prolongs a lease: it then ends so many seconds from now. */
  extend(claimId: string, leaseSeconds: number, options?: CallOptions): Promise<Answer<Lease>> {
    return this.transport.call<ClaimsControllerExtendData, Lease>(
      {
        method: 'POST',
        url: '/api/v1/integration/sync/claims/{claimId}/extend',
        path: { claimId },
        body: { leaseSeconds },
      },
      options,
    );
  }

  /** Gives an item back to the queue. */
  release(claimId: string, release: Release = {}, options?: CallOptions): Promise<Answer<ReleasedItem>> {
    return this.transport.call<ClaimsControllerReleaseData, ReleasedItem>(
      {
        method: 'POST',
        url: '/api/v1/integration/sync/claims/{claimId}/release',
        path: { claimId },
        body: release,
      },
      options,
    );
  }

  /** Who takes items of the queue, and what became of them. */
  connectors(options?: CallOptions): Promise<Answer<Connector[]>> {
    return this.transport.call<ConnectorsControllerListData, Connector[]>(
      { method: 'GET', url: '/api/v1/integration/sync/connectors' },
      options,
    );
  }
}
