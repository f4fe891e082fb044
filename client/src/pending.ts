// Types of calls that the OpenAPI document does not have yet, under the names that they get there. When it has them,
// the generated ones take their place: only the imports change.
import type { SyncItem } from './openapi/types.gen.js';

export interface BulkReplay {
  status: SyncItem['syncStatus'];
  targetSystem?: string | null;
  formType?: string | null;
  /** Only items whose lastTransitionAt is not before. */
  from?: string | null;
  /** Only items whose lastTransitionAt is not after. */
  to?: string | null;
  /** true: nothing is written, and the answer says what would be. */
  dryRun?: boolean | null;
  /** true: items with unresolved discrepancies are queued as well. */
  includeUndecided?: boolean | null;
}

export interface BulkReplayed {
  matched: number;
  queued: number;
  undecided: number;
  /** The first of the queued items, at most 10. */
  sample: SyncItem[];
}

/** Who takes items of the queue. */
export interface Connector {
  targetSystem: string | null;
  apiKey: string | null;
  label: string | null;
  lastClaimAt: string | null;
  inFlight: number;
  oldestLeaseUntil: string | null;
  claimed24h: number;
  sent24h: number;
  failed24h: number;
  waiting: number;
  oldestQueuedAt: string | null;
}

/** A CloudEvent that tells of a review in another system. */
export interface ReviewEvent {
  specversion: '1.0';
  id: string;
  source: string;
  type: 'submission.status-changed.v1';
  /** When it happened; omitted: now. */
  time?: string | null;
  datacontenttype?: string | null;
  data: ReviewEventData;
}

/** formType, studentId and fields are sent together or not at all. */
export interface ReviewEventData {
  submissionId: string;
  status: SyncItem['submissionStatus'];
  formType?: string | null;
  studentId?: string | null;
  fields?: { [key: string]: unknown } | null;
  reason?: string | null;
  actorId?: string | null;
}

export interface EventResult {
  applied: boolean;
  reason?: 'duplicate' | 'older' | 'unchanged';
  /** In the answer to a batch: why this event was refused. */
  error?: { [key: string]: unknown };
}

export interface BulkReplayControllerReplayData {
  body: BulkReplay;
  url: '/api/v1/integration/sync/replay/bulk';
}

export interface ConnectorsControllerListData {
  url: '/api/v1/integration/sync/connectors';
}

export interface ReviewEventsControllerReceiveData {
  body: ReviewEvent | ReviewEvent[];
  url: '/api/v1/workflow/events';
}
