import { isApiError } from '../errors.js';
import type { IntegrationApi } from '../integration-api.js';
import type { ClaimedItem } from '../openapi/types.gen.js';
import { isTemporary } from '../retry.js';
import { asError, beforeAbort, sleep } from '../waiting.js';
import { type ConnectorEvent, type Handler, PermanentError } from './connector-types.js';
import { textOf } from './error-text.js';
import { type Lease, saysLost } from './lease.js';

/** Between two attempts to settle an item while the service is away. */
const SETTLE_AGAIN_MS = 1000;
/** Reported in place of a message that the service refuses. */
const REFUSED_MESSAGE = 'The handler failed; the message of its error was refused.';
/** Statuses of a refusal that another text may avoid. */
const REFUSED_TEXT = [400, 413];

/** What became of an item. Only after `settled` may a later item of the same student go to the same target. */
export type Outcome = 'settled' | 'given-back';

export interface DeliveryContext {
  readonly client: IntegrationApi;
  readonly handle: Handler;
  readonly emit: (event: ConnectorEvent) => void;
  /** Aborts when no item may begin any more. */
  readonly stopping: AbortSignal;
  /** Aborts when nothing may be sent any more. */
  readonly closing: AbortSignal;
}

/** One item on its way: handled under its lease, then acknowledged or given back, never both. */
export class Delivery {
  constructor(
    private readonly context: DeliveryContext,
    readonly item: ClaimedItem,
    private readonly lease: Lease,
  ) {}

  /**
   * @param mayBegin resolves when the item may be handled, with whether it may be at all
   * @throws when the service refuses the report on the item
   */
  async run(mayBegin: Promise<boolean>): Promise<Outcome> {
    try {
      const { stopping } = this.context;
      const begins = await beforeAbort(mayBegin, stopping);
      if (this.lease.lost) return this.lost();
      if (begins !== true || stopping.aborted) return await this.giveBack(undefined, 0);
      return await this.handle();
    } finally {
      this.lease.settle();
    }
  }

  /** Ends the handler, whose time is over. The item is given back. */
  cut(): void {
    this.lease.abort(new Error('The connector is stopped.'));
  }

  private async handle(): Promise<Outcome> {
    const { signal } = this.lease;
    const handled = this.handled();
    await beforeAbort(handled, signal);
    if (signal.aborted && !this.lease.lost) return this.giveBack(undefined, 0);
    // A handler that goes on without a lease still counts: otherwise more of them would run than are wanted.
    await beforeAbort(handled, this.context.closing);
    if (this.lease.lost) return this.lost();
    const failure = await handled;
    if (failure === undefined) return this.acknowledge();
    return failure instanceof PermanentError ? this.fail(failure) : this.giveBack(failure);
  }

  /** @returns what the handler threw */
  private async handled(): Promise<Error | undefined> {
    try {
      await this.context.handle(this.item, { signal: this.lease.signal });
      return undefined;
    } catch (error) {
      return asError(error);
    }
  }

  private acknowledge(): Promise<Outcome> {
    return this.settle(async () => {
      const report = { ...this.named(), status: 'sent' } as const;
      const { meta } = await this.context.client.sync.ack(report, { signal: this.context.closing });
      this.context.emit({ type: 'sent', item: this.item, repeated: meta.repeated === true });
      return 'settled';
    });
  }

  private fail(error: PermanentError): Promise<Outcome> {
    return this.settle(
      async () => {
        const report = { ...this.named(), status: 'failed', lastError: textOf(error) } as const;
        await this.context.client.sync.ack(report, { signal: this.context.closing });
        this.context.emit({ type: 'failed', item: this.item, error });
        return 'settled';
      },
      () => this.release(error, { lastError: REFUSED_MESSAGE }),
    );
  }

  /** @param delaySeconds undefined: the service's own delay, which grows with each attempt */
  private giveBack(error: Error | undefined, delaySeconds?: number): Promise<Outcome> {
    if (error === undefined) return this.settle(() => this.release(error, { delaySeconds }));
    return this.settle(
      () => this.release(error, { delaySeconds, lastError: textOf(error) }),
      () => this.release(error, { delaySeconds, lastError: REFUSED_MESSAGE }),
    );
  }

  private async release(
    error: Error | undefined,
    report: { delaySeconds?: number | undefined; lastError?: string },
  ): Promise<Outcome> {
    await this.context.client.sync.release(this.item.claimId, report, { signal: this.context.closing });
    this.context.emit({ type: 'released', item: this.item, error });
    return 'given-back';
  }

  /**
   * Reports to the service as long as the lease lasts: an item whose report is not received is delivered again.
   * @param shorter reports without what a handler threw, where that is refused
   */
  private async settle(report: () => Promise<Outcome>, shorter?: () => Promise<Outcome>): Promise<Outcome> {
    const { closing } = this.context;
    while (!this.lease.lost && !closing.aborted) {
      try {
        return await report();
      } catch (error) {
        if (saysLost(error)) this.lease.lose();
        else if (this.context.closing.aborted) break;
        else if (isApiError(error) && (isTemporary(error) || error.status === 500))
          await sleep(SETTLE_AGAIN_MS, closing).catch(() => undefined);
        else if (shorter !== undefined && isApiError(error) && REFUSED_TEXT.includes(error.status ?? 0))
          return this.settle(shorter);
        else throw error;
      }
    }
    return this.lost();
  }

  private lost(): Outcome {
    this.context.emit({ type: 'lease-lost', item: this.item });
    return 'given-back';
  }

  private named(): { submissionId: string; claimId: string } {
    const { submissionId, claimId } = this.item;
    return { submissionId, claimId };
  }
}
