import type { IntegrationApiError } from '../errors.js';
import type { IntegrationApi } from '../integration-api.js';
import type { ClaimedItem } from '../openapi/types.gen.js';

/** Thrown by a handler when another attempt cannot succeed: the item becomes `failed` with this message. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** What a handler gets besides the item. */
export interface HandlerContext {
  /** Aborts when the lease is lost, or when the connector is stopped and its time is over. */
  readonly signal: AbortSignal;
}

/**
 * Delivers one item; resolves when the target system has it. An item may come again, with the same `envelope.id` when
 * its content is the same, so a handler must do nothing twice for one id.
 * @throws {PermanentError} when another attempt cannot succeed; any other error gives the item back for a later attempt
 */
export type Handler = (item: ClaimedItem, context: HandlerContext) => Promise<void> | void;

export interface ConnectorOptions {
  readonly client: IntegrationApi;
  readonly handle: Handler;
  /** Only items of this target. Default: of every target. */
  readonly targetSystem?: string;
  /** Only items of these form types. Default: of every form type. */
  readonly formTypes?: readonly string[];
  /** Items in hand at once, 1-100. Default 4. Items of one student are handled one after the other. */
  readonly concurrency?: number;
  /** 5-3600. Default 60. A lease is prolonged each time a third of it has passed. */
  readonly leaseSeconds?: number;
  /** How long the service waits for an item, 0-25. Default 20. */
  readonly waitSeconds?: number;
  /** Ends when the queue has nothing more to hand out. Default false: until `stop`. */
  readonly untilEmpty?: boolean;
  readonly onEvent?: (event: ConnectorEvent) => void;
}

/** Something that happened to an item, or to the connector. */
export type ConnectorEvent =
  | { readonly type: 'claimed'; readonly item: ClaimedItem }
  /** The target system has it, and the service knows. */
  | { readonly type: 'sent'; readonly item: ClaimedItem; readonly repeated: boolean }
  /** A `PermanentError`. */
  | { readonly type: 'failed'; readonly item: ClaimedItem; readonly error: Error }
  /** Given back for a later attempt; without an error for `stop`, or because an earlier item was given back. */
  | { readonly type: 'released'; readonly item: ClaimedItem; readonly error: Error | undefined }
  /** The item belongs to another connector now, or will be handed out again; nothing was acknowledged. */
  | { readonly type: 'lease-lost'; readonly item: ClaimedItem }
  /** A claim failed; the next one follows after a pause. */
  | { readonly type: 'claim-failed'; readonly error: IntegrationApiError };

/** Counts since the start. */
export interface ConnectorMetrics {
  readonly claims: number;
  readonly claimed: number;
  readonly sent: number;
  readonly failed: number;
  readonly released: number;
  readonly leasesLost: number;
  readonly leasesExtended: number;
  readonly claimsFailed: number;
  /** Items now in hand. */
  readonly inHand: number;
  /** Queued items that fit, at the last claim. */
  readonly waiting: number;
  readonly lastClaimAt: Date | undefined;
}

export interface StopOptions {
  /** How long work in hand may go on; what is left is then given back. Default 10,000. */
  readonly deadlineMs?: number;
}

/** A connector that runs. */
export interface RunningConnector {
  /** Makes no new claim; resolves when nothing is in hand any more. */
  stop(options?: StopOptions): Promise<void>;
  /** Resolves when the connector has ended; rejects when the service refuses its claims for good. */
  readonly done: Promise<void>;
  metrics(): ConnectorMetrics;
}
