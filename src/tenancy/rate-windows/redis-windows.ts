import { setTimeout as delay } from 'node:timers/promises';

import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { createClient, ErrorReply } from '@redis/client';

import { MemoryWindows } from './memory-windows.js';
import { type Limit, type Taken, WINDOW_MS, type WindowStore } from './window-store.js';

/** A caller waits no longer than this for Redis. */
const ANSWER_MS = 500;
const PING_MS = 2000;
/** Without a byte for so long, in spite of the pings, the connection is dead. */
const SILENCE_MS = 5000;
const LONGEST_PAUSE_MS = 2000;
const WARNING_STEP_MS = 60_000;

const PREFIX = 'integration-api:rate:';

/**
 * Looks and counts as one step, which nothing comes between. A key without an end, as a restored one may be, gets one.
 * ARGV: the points, the length of a window, and the limit of each key.
 */
const TAKE = `
local granted = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  granted = math.min(granted, tonumber(ARGV[i + 2]) - tonumber(redis.call('GET', key) or 0))
end
granted = math.max(granted, 0)
local answer = { granted }
for _, key in ipairs(KEYS) do
  local count = granted > 0 and redis.call('INCRBY', key, granted) or tonumber(redis.call('GET', key) or 0)
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ARGV[2])
    left = tonumber(ARGV[2])
  end
  table.insert(answer, count)
  table.insert(answer, left)
end
return answer`;

function takenFrom(reply: unknown, limits: readonly Limit[]): Taken {
  if (!Array.isArray(reply) || reply.length !== 2 * limits.length + 1)
    throw new Error('Redis answered something else');
  const [granted = 0, ...states] = reply.map(Number);
  const windows = limits.map((_, index) => {
    return { count: states[2 * index] ?? 0, msLeft: states[2 * index + 1] ?? 0 };
  });
  return { granted, windows };
}

/** @throws when there is no answer in time */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = delay(ANSWER_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error('Redis did not answer in time');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => undefined);
    patience.abort();
  }
}

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

  async take(limits: readonly Limit[], points: number): Promise<Taken> {
    try {
      const taken = takenFrom(await inTime(this.ask(limits, points)), limits);
      if (this.isAway) this.notePresence();
      return taken;
    } catch (error) {
      this.noteAbsence(error);
      if (this.client.isReady && mayPass(error)) this.startAnew();
      return this.memory.take(limits, points);
    }
  }

  private ask(limits: readonly Limit[], points: number): Promise<unknown> {
    return this.client.eval(TAKE, {
      keys: limits.map(({ subject }) => PREFIX + subject),
      arguments: [points, WINDOW_MS, ...limits.map(({ limit }) => limit)].map(String),
    });
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
