import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { createClient, ErrorReply } from '@redis/client';
import { RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';

import { MemoryWindows } from './memory-windows.js';
import { WINDOW_MS, type WindowState, type WindowStore } from './window-store.js';

/** A caller waits no longer than this for Redis. */
const ANSWER_MS = 500;
const PING_MS = 2000;
/** Without a byte for so long, in spite of the pings, the connection is dead. */
const SILENCE_MS = 5000;
const LONGEST_PAUSE_MS = 2000;
const WARNING_STEP_MS = 60_000;

/** What may be logged: a message may quote the address. A reply of Redis begins with its code, such as WRONGPASS. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof ErrorReply) return /^[A-Z]+/.exec(error.message)?.[0];
  if (typeof error !== 'object' || error === null) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}

/** A frozen Redis keeps its connections, and so does one that has become a replica. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ErrorReply) || codeOf(error) === 'READONLY';
}

/** Windows in Redis; while it is away, each process counts by itself rather than refusing anybody. */
export class RedisWindows implements WindowStore, OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(RedisWindows.name);
  private readonly client;
  private readonly counter: RLWrapperTimeouts;
  private readonly memory = new MemoryWindows();
  private isAway = false;
  private warnedAt = -Infinity;
  private isWarned = false;

  constructor(url: string) {
    this.client = createClient({
      url,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      pingInterval: PING_MS,
      socket: {
        connectTimeout: PING_MS,
        socketTimeout: SILENCE_MS,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, LONGEST_PAUSE_MS),
      },
    });
    this.client.on('error', (error: unknown) => {
      this.noteAbsence(error);
    });
    this.client.on('ready', () => {
      this.notePresence();
    });
    const limiter = new RateLimiterRedis({
      storeClient: this.client,
      useRedisPackage: true,
      keyPrefix: 'integration-api:rate',
      // Only counts; each caller brings its own limit.
      points: Number.MAX_SAFE_INTEGER,
      duration: WINDOW_MS / 1000,
    });
    this.counter = new RLWrapperTimeouts({ limiter, timeoutMs: ANSWER_MS });
  }

  get isShared(): boolean {
    return this.client.isReady && !this.isAway;
  }

  /** Waits for no answer: a service whose Redis is away starts all the same. */
  onModuleInit(): void {
    this.connect();
  }

  onModuleDestroy(): void {
    this.client.destroy();
  }

  async add(subject: string, points: number): Promise<WindowState> {
    try {
      const { consumedPoints, msBeforeNext } = await this.counter.consume(subject, points);
      if (this.isAway) this.notePresence();
      return { count: consumedPoints, msLeft: msBeforeNext };
    } catch (error) {
      this.noteAbsence(error);
      if (this.client.isReady && mayPass(error)) this.startAnew();
      return this.memory.add(subject, points);
    }
  }

  /** The next callers do not wait until the new connection is there. */
  private startAnew(): void {
    this.client.destroy();
    this.connect();
  }

  private connect(): void {
    // What goes wrong is told to the listener of errors as well.
    this.client.connect().catch(() => undefined);
  }

  private noteAbsence(error: unknown): void {
    this.isAway = true;
    if (performance.now() - this.warnedAt < WARNING_STEP_MS) return;
    this.warnedAt = performance.now();
    this.isWarned = true;
    const msg = 'Redis is away; until it is back each process counts rate limits by itself';
    this.logger.warn({ msg, error: { code: codeOf(error) } });
  }

  private notePresence(): void {
    this.isAway = false;
    if (this.isWarned) this.logger.log({ msg: 'Redis is back; rate limits count for all processes again' });
    this.isWarned = false;
  }
}
