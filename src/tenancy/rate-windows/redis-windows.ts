import { type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { createClient, ErrorReply } from '@redis/client';

import { runningTime } from '../../concurrency/running-time.js';
import { MemoryWindows } from './memory-windows.js';
import { lengthOf, type Limit, type Taken, type WindowStore } from './window-store.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** How long a caller waits for Redis. */
const ANSWER_TIMEOUT_MS = 500;
const PING_MS = 2000;
/** A connection without a byte for this time, in spite of the pings, is dead. */
const SOCKET_TIMEOUT_MS = 5000;
const LONGEST_RETRY_MS = 2000;
const WARNING_INTERVAL_MS = 60_000;

const PREFIX = 'integration-api:rate:';

/**
 * Checks and counts in one atomic step. Sets the expiry of a key that has none, as a restored one may.
 * ARGV: the points, and of each key the limit and the length of its window.
 */
const TAKE = `
local granted = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  granted = math.min(granted, tonumber(ARGV[2 * i]) - tonumber(redis.call('GET', key) or 0))
end
granted = math.max(granted, 0)
local answer = { granted }
for i, key in ipairs(KEYS) do
  local count = granted > 0 and redis.call('INCRBY', key, granted) or tonumber(redis.call('GET', key) or 0)
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ARGV[2 * i + 1])
    left = tonumber(ARGV[2 * i + 1])
  end
  table.insert(answer, count)
  table.insert(answer, left)
end
return answer`;

function takenFrom(reply: unknown, limits: readonly Limit[]): Taken {
  if (!Array.isArray(reply) || reply.length !== 2 * limits.length + 1)
    throw new Error('Redis sent an unexpected answer');
  const [granted = 0, ...states] = reply.map(Number);
  const windows = limits.map((_, index) => {
    return { count: states[2 * index] ?? 0, msLeft: states[2 * index + 1] ?? 0 };
  });
  return { granted, windows };
}

/**
 * Waits for an answer of Redis.
 * @throws {Error} when there is no answer in time
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const late = runningTime(ANSWER_TIMEOUT_MS, timeout.signal).then(() => {
    throw new Error('Redis did not answer in time');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => undefined);
    timeout.abort();
  }
}

/**
 * The code of an error; its message may quote the address and is not logged. A reply begins with a code, as
 * WRONGPASS.
 */
function codeOf(error: unknown): string | undefined {
  if (error instanceof ErrorReply) return /^[A-Z]+/.exec(error.message)?.[0];
  if (typeof error !== 'object' || error === null) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}

/** Whether a new connection may help: a frozen Redis, or one that has become a replica, keeps the old one open. */
function needsNewConnection(error: unknown): boolean {
  return !(error instanceof ErrorReply) || codeOf(error) === 'READONLY';
}

/** Windows in Redis; while it is away, each process counts by itself instead of refusing requests. */
export class RedisWindows implements WindowStore, OnModuleInit, OnModuleDestroy {
  private readonly logger = new LineLogger(RedisWindows.name);
  private readonly client;
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
        socketTimeout: SOCKET_TIMEOUT_MS,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, LONGEST_RETRY_MS),
      },
    });
    this.client.on('error', (error: unknown) => {
      this.noteAbsence(error);
    });
    this.client.on('ready', () => {
      this.notePresence();
    });
  }

  get isShared(): boolean {
    return this.client.isReady && !this.isAway;
  }

  /** Does not wait for the connection, so that the service also starts while Redis is away. */
  onModuleInit(): void {
    this.connect();
  }

  onModuleDestroy(): void {
    this.client.destroy();
  }

  async take(limits: readonly Limit[], points: number): Promise<Taken> {
    try {
      const taken = takenFrom(await inTime(this.evaluate(limits, points)), limits);
      if (this.isAway) this.notePresence();
      return taken;
    } catch (error) {
      this.noteAbsence(error);
      if (this.client.isReady && needsNewConnection(error)) this.reconnect();
      return this.memory.take(limits, points);
    }
  }

  private evaluate(limits: readonly Limit[], points: number): Promise<unknown> {
    return this.client.eval(TAKE, {
      keys: limits.map(({ subject }) => PREFIX + subject),
      arguments: [points, ...limits.flatMap((one) => [one.limit, lengthOf(one)])].map(String),
    });
  }

  /** Replaces the connection; callers do not wait for the new one. */
  private reconnect(): void {
    this.client.destroy();
    this.connect();
  }

  private connect(): void {
    // The listener of errors receives the failure as well.
    this.client.connect().catch(() => undefined);
  }

  private noteAbsence(error: unknown): void {
    this.isAway = true;
    if (performance.now() - this.warnedAt < WARNING_INTERVAL_MS) return;
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
