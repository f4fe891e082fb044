import { jest } from '@jest/globals';

import {
  type BulkAnswer,
  type BulkAnswers,
  type ChangeWalk,
  IntegrationApi,
  IntegrationApiError,
  isBulkRefusal,
} from '../../../client/src/index.js';
import { Wakeup } from '../../../client/src/waiting.js';
import type { Case } from './case.js';
import { CaseServer } from './case-server.js';

/** What became of a case. */
export interface Happened {
  readonly seen: readonly unknown[];
  readonly waits: readonly number[];
  value?: unknown;
  items?: unknown[];
  nextSince?: string | undefined;
  steps?: unknown[];
  rows?: BulkAnswer<unknown>[];
  summary?: object;
  error?: unknown;
}

type Method = (...words: unknown[]) => unknown;

/** Longer than any attempt of a case may take. */
const AN_ATTEMPT_MS = 60_000;

/** Makes the call of one case with the client for Node, without waiting in real time. */
export class CaseRun {
  private readonly waits: number[] = [];
  private readonly progress = new Wakeup();
  private readonly server: CaseServer;
  private rows: BulkAnswer<unknown>[] = [];

  constructor(private readonly one: Case) {
    this.server = new CaseServer(one.exchanges, {
      expire: () => {
        jest.advanceTimersByTime(AN_ATTEMPT_MS);
      },
      taken: async (rows) => {
        while (this.rows.length < rows) await this.progress.wait();
      },
    });
  }

  async run(): Promise<Happened> {
    await this.server.start();
    const happened: Happened = { seen: this.server.seen, waits: this.waits };
    try {
      await this.call(happened);
    } catch (error) {
      happened.error = error;
    } finally {
      await this.server.stop();
    }
    return happened;
  }

  private client(): IntegrationApi {
    const { path = '', ...options } = this.one.client ?? {};
    return new IntegrationApi({
      url: this.server.url + path,
      apiKey: 'the-key',
      apiSecret: 'the-secret',
      onRetry: ({ waitMs }) => {
        this.waits.push(waitMs);
        // The wait begins when this function has returned.
        setImmediate(
          () =>
            void this.server.meet().then(() => {
              jest.advanceTimersByTime(waitMs);
            }),
        );
      },
      ...options,
    });
  }

  private async call(happened: Happened): Promise<void> {
    const { call, arguments: given = [], options } = this.one;
    const api = this.client();
    const [group = '', name] = call.split('.');
    const target = (name === undefined ? api : Reflect.get(api, group)) as Record<string, Method>;
    const invoke = (...words: unknown[]): unknown => target[name ?? group]?.(...words);
    if (call === 'events.follow') {
      happened.steps = [];
      const save = (saved: string): void => void happened.steps?.push({ saved });
      await this.each(invoke({ save, ...options }), (event) => happened.steps?.push({ event }));
    } else if (call === 'users.pull') {
      happened.steps = [];
      await this.each(invoke(...given, options), (page) => happened.steps?.push(page));
    } else if (call.endsWith('.bulk'))
      await this.bulk(invoke(...given, options) as BulkAnswers<unknown>, happened);
    else
      await this.plain(
        invoke(...withBytes(call, given), ...(options === undefined ? [] : [options])),
        happened,
      );
  }

  private async plain(result: unknown, happened: Happened): Promise<void> {
    if (!isIterable(result)) {
      happened.value = await result;
      return;
    }
    happened.items = [];
    await this.each(result, (item) => happened.items?.push(item));
    happened.nextSince = (result as ChangeWalk<unknown>).nextSince;
  }

  private async bulk(answers: BulkAnswers<unknown>, happened: Happened): Promise<void> {
    happened.rows = this.rows;
    try {
      for await (const answer of answers) {
        this.rows.push(answer);
        this.progress.raise();
      }
    } finally {
      happened.summary = answers.summary;
    }
  }

  private async each(items: unknown, take: (item: unknown) => unknown): Promise<void> {
    const { takes = Infinity } = this.one;
    let taken = 0;
    for await (const item of items as AsyncIterable<unknown>) {
      take(item);
      if ((taken += 1) === takes) break;
    }
  }
}

/** The facts of an error that a case may expect; null where there is none. */
export function factsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof IntegrationApiError)) throw error;
  const { code, status = null, details, conflictId = null, requestId, retryAfterMs = null, message } = error;
  return { code, status, details, conflictId, requestId, retryAfterMs, message };
}

export function refusesAll(error: unknown): boolean {
  return error instanceof IntegrationApiError && isBulkRefusal(error);
}

/** Cases are JSON, which has no bytes. */
function withBytes(call: string, given: readonly unknown[]): readonly unknown[] {
  const [content, ...others] = given;
  return call === 'events.forward' ? [Buffer.from(String(content)), ...others] : given;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
