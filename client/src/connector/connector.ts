import { setMaxListeners } from 'node:events';

import { IntegrationApiError } from '../errors.js';
import type { Claim, ClaimedItem } from '../openapi/types.gen.js';
import { backoff, isTemporary } from '../retry.js';
import { sleep, Wakeup } from '../waiting.js';
import type {
  ConnectorEvent,
  ConnectorMetrics,
  ConnectorOptions,
  RunningConnector,
  StopOptions,
} from './connector-types.js';
import { Delivery, type DeliveryContext } from './delivery.js';
import { Lease } from './lease.js';

const MOST_ITEMS = 100;
const STOP_DEADLINE_MS = 10_000;
/** How long items may take to be given back after the deadline. */
const CLOSING_MS = 3000;
/** Claims that bring nothing are at least so far apart. */
const CLAIM_EVERY_MS = 1000;
const CLAIM_AGAIN = { retries: Infinity, backoffMs: 500, longestWaitMs: 30_000 };

/**
 * Starts a connector: claims items, hands them to the handler, and reports what became of them. Delivery is at least
 * once. Nothing is acknowledged before the handler has resolved, and nothing whose lease is known to be lost.
 * @example
 * const running = connector({ client, targetSystem: 'SIS', handle: async ({ envelope }) => put(envelope) });
 * process.once('SIGTERM', () => void running.stop());
 * await running.done;
 */
export function connector(options: ConnectorOptions): RunningConnector {
  return new ClaimingConnector(options);
}

/** A claim whose answer has not come. It is repeated with the same key and body until there is one. */
interface OpenClaim {
  readonly key: string;
  readonly input: Claim;
  tries: number;
}

class ClaimingConnector implements RunningConnector {
  readonly done: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly closing = new AbortController();
  private readonly changed = new Wakeup();
  private readonly deliveries = new Set<Delivery>();
  private readonly context: DeliveryContext;
  private readonly leaseSeconds: number;
  private readonly concurrency: number;
  private failure: Error | undefined;
  private readonly counts = {
    claims: 0,
    claimed: 0,
    sent: 0,
    failed: 0,
    released: 0,
    leasesLost: 0,
    leasesExtended: 0,
    claimsFailed: 0,
    waiting: 0,
    lastClaimAt: undefined as Date | undefined,
  };

  constructor(private readonly options: ConnectorOptions) {
    const { client, handle, leaseSeconds = 60, concurrency = 4 } = options;
    // Each item in hand listens to both.
    setMaxListeners(0, this.stopping.signal, this.closing.signal);
    this.leaseSeconds = leaseSeconds;
    this.concurrency = Math.min(MOST_ITEMS, Math.max(1, concurrency));
    this.context = {
      client,
      handle,
      emit: (event) => {
        this.emit(event);
      },
      stopping: this.stopping.signal,
      closing: this.closing.signal,
    };
    this.done = this.run();
    // `stop` alone may be awaited.
    this.done.catch(() => undefined);
  }

  async stop({ deadlineMs = STOP_DEADLINE_MS }: StopOptions = {}): Promise<void> {
    this.stopping.abort(new Error('The connector is stopped.'));
    this.changed.raise();
    const cut = setTimeout(() => {
      for (const delivery of this.deliveries) delivery.cut();
    }, deadlineMs);
    const close = setTimeout(() => {
      this.closing.abort(new Error('The connector is stopped.'));
    }, deadlineMs + CLOSING_MS);
    await this.done.catch(() => undefined);
    clearTimeout(cut);
    clearTimeout(close);
  }

  metrics(): ConnectorMetrics {
    return { ...this.counts, inHand: this.deliveries.size };
  }

  private async run(): Promise<void> {
    try {
      await this.claimOn();
    } finally {
      while (this.deliveries.size > 0) await this.changed.wait();
    }
    if (this.failure !== undefined) throw this.failure;
  }

  private async claimOn(): Promise<void> {
    let open: OpenClaim | undefined;
    while (!this.stopping.signal.aborted) {
      const free = this.concurrency - this.deliveries.size;
      if (free === 0) {
        await this.changed.wait();
        continue;
      }
      open ??= { key: crypto.randomUUID(), input: this.input(free), tries: 0 };
      const isIdle = this.deliveries.size === 0;
      const begun = performance.now();
      const claimed = await this.claim(open);
      if (claimed === undefined) continue;
      open = undefined;
      if (!claimed.nothing) continue;
      if (this.options.untilEmpty !== true) await this.pauseAfter(begun);
      // An item in hand may have kept back a later one of its student.
      else if (isIdle) return;
      else if (this.deliveries.size > 0) await this.changed.wait();
    }
  }

  /** A service that is about to stop answers at once that there is nothing. */
  private async pauseAfter(begun: number): Promise<void> {
    const left = CLAIM_EVERY_MS - (performance.now() - begun);
    if (left > 0) await sleep(left, this.stopping.signal).catch(() => undefined);
  }

  private input(limit: number): Claim {
    const { targetSystem, formTypes, untilEmpty = false, waitSeconds = 20 } = this.options;
    return {
      targetSystem,
      formTypes: formTypes === undefined ? undefined : [...formTypes],
      limit,
      leaseSeconds: this.leaseSeconds,
      waitSeconds: untilEmpty ? 0 : waitSeconds,
    };
  }

  /** @returns whether there was nothing to hand out; undefined without an answer: the same claim is to be made again */
  private async claim(open: OpenClaim): Promise<{ nothing: boolean } | undefined> {
    open.tries += 1;
    const { signal } = this.stopping;
    try {
      const options = { idempotencyKey: open.key, signal };
      const { data, meta, attempts } = await this.options.client.sync.claim(open.input, options);
      this.counts.claims += 1;
      this.counts.waiting = meta.waiting;
      this.counts.lastClaimAt = new Date();
      // A repeated claim brings what an earlier attempt took, and no more.
      const isFresh = open.tries === 1 && attempts === 1;
      this.take(data, isFresh);
      return { nothing: isFresh && data.length === 0 };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof IntegrationApiError)) throw error;
      this.emit({ type: 'claim-failed', error });
      if (!isTemporary(error) && (error.status ?? 500) < 500) throw error;
      await sleep(error.retryAfterMs ?? backoff(open.tries, CLAIM_AGAIN), signal).catch(() => undefined);
      return undefined;
    }
  }

  private take(items: readonly ClaimedItem[], isFresh: boolean): void {
    const lanes = new Map<string, Promise<unknown>>();
    const givenBack = new Set<string>();
    for (const item of items) {
      this.emit({ type: 'claimed', item });
      const student = item.envelope.data.student.id;
      const way = `${student} ${item.targetSystem ?? ''}`;
      const before = lanes.get(student) ?? Promise.resolve();
      const delivery = new Delivery(this.context, item, this.lease(item, isFresh));
      this.deliveries.add(delivery);
      const outcome = delivery.run(before.then(() => !givenBack.has(way)));
      const ended = outcome.then((what) => {
        if (what === 'given-back') givenBack.add(way);
      });
      lanes.set(
        student,
        ended.catch(() => givenBack.add(way)),
      );
      void this.finish(delivery, ended);
    }
  }

  private lease({ claimId }: ClaimedItem, isFresh: boolean): Lease {
    return new Lease(this.options.client.sync, claimId, this.leaseSeconds, isFresh, () => {
      this.counts.leasesExtended += 1;
    });
  }

  private async finish(delivery: Delivery, ended: Promise<void>): Promise<void> {
    try {
      await ended;
    } catch (error) {
      // The service refuses reports on items: going on would deliver each again and again.
      this.failure ??= error as Error;
      this.stopping.abort(this.failure);
    }
    this.deliveries.delete(delivery);
    this.changed.raise();
  }

  private emit(event: ConnectorEvent): void {
    const { counts } = this;
    if (event.type === 'claimed') counts.claimed += 1;
    else if (event.type === 'sent') counts.sent += 1;
    else if (event.type === 'failed') counts.failed += 1;
    else if (event.type === 'released') counts.released += 1;
    else if (event.type === 'lease-lost') counts.leasesLost += 1;
    else counts.claimsFailed += 1;
    this.options.onEvent?.(event);
  }
}
