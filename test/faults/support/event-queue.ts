import { CloudEvent } from 'cloudevents';
import { Connection, type Envelope, type SyncMessage } from 'rabbitmq-client';

import { until } from '../../support/until.js';

/** The broker may start anew meanwhile, which takes ten seconds and more. */
const STORED_LIMIT_MS = 60_000;
const TYPE = 'submission.status-changed.v1';

/** How an event becomes a message. */
export type Mode = 'structured' | 'cloudEvents:' | 'cloudEvents_';

export interface Sent {
  readonly id: string;
  readonly time?: string;
  readonly data: object;
}

function messageOf({ id, time, data }: Sent, mode: Mode): { envelope: Envelope; body: Buffer } {
  const event = new CloudEvent({
    id,
    type: TYPE,
    source: '/faults',
    data,
    ...(time === undefined ? {} : { time }),
  });
  if (mode === 'structured') {
    // The library gives an event a time, which the sender has left out.
    const { time: now, ...others } = event.toJSON();
    const body = Buffer.from(JSON.stringify(time === undefined ? others : { ...others, time: now }));
    return { envelope: { contentType: 'application/cloudevents+json' }, body };
  }
  const { specversion, type, source } = event;
  const attributes = Object.entries({ id, specversion, type, source, time });
  const headers = Object.fromEntries(attributes.map(([name, value]) => [mode + name, value]));
  return { envelope: { contentType: 'application/json', headers }, body: Buffer.from(JSON.stringify(data)) };
}

/** A sender of events that does not give up, and a look into the queues. */
export class EventQueue {
  private readonly connection: Connection;
  private readonly publisher;
  private isClosed = false;

  constructor(
    amqp: string,
    readonly name: string,
  ) {
    this.connection = new Connection({ url: amqp, retryLow: 100, retryHigh: 500, acquireTimeout: 2000 });
    this.connection.on('error', () => undefined);
    this.publisher = this.connection.createPublisher({ confirm: true });
  }

  /** Returns when the broker has stored the message, which may then be there twice. */
  async send(event: Sent, mode: Mode = 'structured'): Promise<void> {
    const { envelope, body } = messageOf(event, mode);
    await this.sendRaw(envelope, body);
  }

  async sendRaw(envelope: Envelope, body: Buffer): Promise<void> {
    const store = (): Promise<boolean> =>
      this.publisher.send({ ...envelope, routingKey: this.name, durable: true }, body).then(() => true);
    const isOver = async (): Promise<boolean> => this.isClosed || (await store());
    await until('the broker has stored the message', isOver, { within: STORED_LIMIT_MS });
    if (this.isClosed) throw new Error('The queue is closed; the event may not have been sent');
  }

  /** How many messages wait in the queue, or in that of refused ones; those at work do not count. */
  async count(name = this.name): Promise<number> {
    return (await this.connection.queueDeclare({ queue: name, passive: true })).messageCount;
  }

  /** Takes one refused message. */
  refused(): Promise<SyncMessage | undefined> {
    return this.connection.basicGet({ queue: `${this.name}.dead`, noAck: true });
  }

  async declare(): Promise<void> {
    await this.connection.queueDeclare({ queue: this.name, durable: true });
  }

  close(): void {
    this.isClosed = true;
    this.connection.unsafeDestroy();
  }
}
