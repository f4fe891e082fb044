import { once, setMaxListeners } from 'node:events';

import {
  AMQPError,
  type AsyncMessage,
  Connection,
  type Consumer,
  ConsumerStatus,
  type Publisher,
} from 'rabbitmq-client';

import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import type { ConsumeArguments } from './arguments.js';
import { bytesOf, requestOf } from './event-message.js';
import { EventSender, type EventRefusal } from './event-sender.js';

/** After a stop, requests may take so long before they are cut; the broker delivers their messages again. */
const DRAIN_MS = 8000;
/** The broker may be away then. */
const CLOSE_MS = 2000;
/** A heartbeat of the broker is missed for at most twice as long before the connection counts as lost. */
const HEARTBEAT_SECONDS = 20;
const RECONNECT = { retryLow: 200, retryHigh: 5000 };
/** The broker refuses the bridge, and would refuse it again. */
const REFUSED_FOR_GOOD = new Set(['ACCESS_REFUSED', 'NOT_ALLOWED', 'PRECONDITION_FAILED']);

/** How many messages ended how; `postponed` ones stay in the queue. */
export interface BridgeCounts {
  applied: number;
  notApplied: number;
  refused: number;
  postponed: number;
}

/** Takes events from a queue and acknowledges each when the service has answered. */
export class EventBridge {
  readonly counts: BridgeCounts = { applied: 0, notApplied: 0, refused: 0, postponed: 0 };
  private readonly stopping = new AbortController();
  private readonly cut = new AbortController();
  private readonly sender: EventSender;
  private readonly connection: Connection;
  private readonly deadLetters: Publisher;
  private readonly dead: string;
  private consumer: Consumer | undefined;
  private isReady = false;
  private failure: Error | undefined;
  private lastNotice: string | undefined;

  constructor(
    private readonly args: ConsumeArguments,
    private readonly notice: (text: string) => void,
  ) {
    // Each message at work may wait for them.
    setMaxListeners(0, this.stopping.signal, this.cut.signal);
    this.dead = `${args.queue}.dead`;
    this.sender = new EventSender(args, { stopping: this.stopping.signal, cut: this.cut.signal }, notice);
    this.connection = new Connection({
      url: args.amqp.href,
      heartbeat: HEARTBEAT_SECONDS,
      connectionName: 'integration-api events consume',
      ...RECONNECT,
    });
    this.connection.on('error', (error) => {
      this.brokerFailed(error);
    });
    this.deadLetters = this.connection.createPublisher({ confirm: true, queues: [quorumQueue(this.dead)] });
  }

  /**
   * Consumes until {@link stop} is called, and ends in order.
   * @throws {FeedError} when the broker or the service refuses the bridge
   */
  async run(): Promise<void> {
    await this.declare();
    if (!this.stopping.signal.aborted) this.consume();
    if (!this.stopping.signal.aborted) await once(this.stopping.signal, 'abort');
    await this.drain();
    if (this.failure !== undefined) throw this.failure;
  }

  stop(): void {
    this.stopping.abort();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.stop();
  }

  /** A queue can dead-letter only into one that exists. */
  private async declare(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const declared = this.connection.queueDeclare(quorumQueue(this.dead)).then(
        () => true,
        (error: unknown) => {
          this.brokerFailed(error);
          return false;
        },
      );
      if (await Promise.race([declared, aborted(signal)])) return;
    }
  }

  private consume(): void {
    const { queue, prefetch, deliveryLimit } = this.args;
    const deadLetters = { 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': this.dead };
    const limits = { 'x-delivery-limit': deliveryLimit };
    this.consumer = this.connection.createConsumer(
      {
        queue,
        queueOptions: quorumQueue(queue, Object.assign(deadLetters, limits)),
        qos: { prefetchCount: prefetch },
        concurrency: prefetch,
      },
      (message) => this.handle(message),
    );
    this.consumer.on('ready', () => {
      this.notice(this.isReady ? `consuming ${queue} again` : `consuming ${queue}`);
      this.isReady = true;
      this.lastNotice = undefined;
    });
    this.consumer.on('error', (error) => {
      this.brokerFailed(error);
    });
  }

  /** Acknowledges only what was answered; the broker delivers all others again. */
  private async handle(message: AsyncMessage): Promise<ConsumerStatus> {
    try {
      const verdict = await this.sender.send(requestOf(message));
      if (verdict.kind === 'postponed') {
        this.counts.postponed += 1;
        return ConsumerStatus.REQUEUE;
      }
      if (verdict.kind === 'refused') await this.deadLetter(message, verdict.refusal);
      if (verdict.kind === 'applied') this.counts.applied += 1;
      if (verdict.kind === 'not applied') this.counts.notApplied += 1;
      return ConsumerStatus.ACK;
    } catch (error) {
      if (error instanceof FeedError) this.fail(error);
      else this.brokerFailed(error);
      return ConsumerStatus.REQUEUE;
    }
  }

  /** The message is acknowledged only when the broker has confirmed its copy. */
  private async deadLetter(message: AsyncMessage, refusal: EventRefusal): Promise<void> {
    const { contentType, messageId, correlationId, type, timestamp, headers } = message;
    const known = Object.entries({ contentType, messageId, correlationId, type, timestamp });
    await this.deadLetters.send(
      {
        ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
        routingKey: this.dead,
        durable: true,
        headers: {
          ...headers,
          'x-refusal-status': refusal.status,
          'x-refusal-code': refusal.code,
          'x-refusal-message': refusal.message.slice(0, 2000),
          'x-refusal-request-id': refusal.requestId,
          'x-refused-at': new Date().toISOString(),
        },
      },
      bytesOf(message),
    );
    this.counts.refused += 1;
    this.notice(`refused, and dead-lettered in ${this.dead}: ${refusal.code} ${refusal.message}`);
  }

  /** Before the first message a refusal is final; later the client connects again by itself. */
  private brokerFailed(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const code = error instanceof AMQPError ? error.code : undefined;
    const isFinal = !this.isReady && code !== undefined && REFUSED_FOR_GOOD.has(code);
    if (isFinal) this.fail(new FeedError(`the broker refuses: ${reasonOf(error)}`));
    else this.noteOnce(`the broker: ${reasonOf(error)}; trying again`);
  }

  /** Every message at work fails with the connection, for the same reason. */
  private noteOnce(text: string): void {
    if (text !== this.lastNotice) this.notice(text);
    this.lastNotice = text;
  }

  /** Takes no more messages, lets requests end, and acknowledges what they answered. */
  private async drain(): Promise<void> {
    const cutting = setTimeout(() => {
      this.cut.abort();
    }, DRAIN_MS);
    const closed = this.close().catch((error: unknown) => {
      this.noteOnce(`the broker: ${reasonOf(error)}`);
    });
    const left = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS + CLOSE_MS).unref());
    await Promise.race([closed, left]);
    clearTimeout(cutting);
    this.cut.abort();
    this.connection.unsafeDestroy();
  }

  private async close(): Promise<void> {
    // Without a connection there is nothing to acknowledge; the client would wait for one.
    if (!this.connection.ready) return;
    await this.consumer?.close();
    await this.deadLetters.close();
    await this.connection.close();
  }
}

function quorumQueue(
  queue: string,
  more: Readonly<Record<string, unknown>> = {},
): { queue: string; durable: boolean; arguments: Record<string, unknown> } {
  return { queue, durable: true, arguments: { 'x-queue-type': 'quorum', ...more } };
}

async function aborted(signal: AbortSignal): Promise<boolean> {
  if (!signal.aborted) await once(signal, 'abort');
  return true;
}
