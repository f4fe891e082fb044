import { setTimeout as sleep } from 'node:timers/promises';

import type { NewTenant } from '../support/new-tenant.js';

const ANSWER_WITHIN_MS = 60_000;
const PAUSE_MS = 200;

/** What a caller needs to know of the service. */
export interface Access extends NewTenant {
  readonly baseUrls: readonly string[];
}

interface Answer {
  readonly status: number;
  /** The bytes that arrived. */
  readonly text: string;
  /** False when the answer was cut. */
  readonly isWhole: boolean;
  readonly retryAfter: string | null;
  readonly ms: number;
}

/** Counts the answers of calls. */
export class CallCounts {
  acknowledged = 0;
  /** Answered 503. */
  unavailable = 0;
  /** The longest time until a 503 was answered. */
  longestUnavailableMs = 0;
  /** The longest time until any answer, or until a call without one ended. */
  longestWaitMs = 0;
  /** No answer, or one that was cut: the caller does not know whether the call was executed. */
  unanswered = 0;
  /** Any other answer. */
  readonly unexpected: string[] = [];
  longestGapMs = 0;
  private lastAt = performance.now();

  acknowledge(count: number): void {
    const now = performance.now();
    this.longestGapMs = Math.max(this.longestGapMs, now - this.lastAt);
    this.lastAt = now;
    this.acknowledged += count;
  }

  fail(call: string, answer: Answer | undefined): void {
    if (answer === undefined || (answer.status === 200 && !answer.isWhole)) this.unanswered += 1;
    else if (answer.status === 503 && answer.retryAfter !== null) {
      this.unavailable += 1;
      this.longestUnavailableMs = Math.max(this.longestUnavailableMs, answer.ms);
    } else this.unexpected.push(`${call} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  }
}

/** The service answered 410: what the reader has may contain what was lost, so it must begin anew. */
export class PlaceLost extends Error {}

/** The service answered 404: what was written before is lost. */
export class SubjectLost extends Error {}

/** A program that repeats a call, at either instance, until it is answered. */
export class Caller {
  private calls = Math.floor(Math.random() * 2);

  constructor(
    private readonly access: Access,
    readonly counts: CallCounts,
    /** When it is aborted no call is begun or repeated any more: methods throw its reason. */
    private readonly patience?: AbortSignal,
  ) {}

  /** @throws {SubjectLost} for an answer 404, which is counted as unexpected */
  async untilDone(method: string, path: string, body?: object): Promise<void> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    await this.insist(method, path, ({ status }) => status === 200 || status === 201, sent);
  }

  /** @throws {PlaceLost} for an answer 410, {SubjectLost} for 404 */
  async getUntilDone(path: string): Promise<unknown> {
    const isWhole = ({ status, isWhole }: Answer): boolean => status === 200 && isWhole;
    return JSON.parse(await this.insist('GET', path, isWhole)) as unknown;
  }

  /**
   * Sends rows once.
   * @returns the rows that were accepted, also in an answer that was cut
   */
  async bulk<T extends object>(path: string, rows: readonly T[]): Promise<T[]> {
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    this.patience?.throwIfAborted();
    const answer = await this.once('POST', path, 'application/x-ndjson', body);
    if (answer?.status !== 200 || !answer.isWhole) await this.noteFailure(`POST ${path}`, answer);
    const lines = (answer?.status === 200 ? answer.text.trimEnd().split('\n') : []).map(parseLine);
    const accepted = lines.flatMap((line) => (line?.success === true ? (rows[line.line - 1] ?? []) : []));
    const refused = lines.flatMap((line) => line?.error?.code ?? []);
    for (const code of refused)
      if (code === 'SERVICE_UNAVAILABLE') this.counts.unavailable += 1;
      else this.counts.unexpected.push(`a line of ${path}: ${code}`);
    if (accepted.length > 0) this.counts.acknowledge(accepted.length);
    return accepted;
  }

  /** @returns the text of the first answer that is as it should be */
  private async insist(
    method: string,
    path: string,
    isDone: (answer: Answer) => boolean,
    body?: string,
  ): Promise<string> {
    for (;;) {
      this.patience?.throwIfAborted();
      const answer = await this.once(method, path, 'application/json', body);
      if (answer !== undefined && isDone(answer)) {
        this.counts.acknowledge(1);
        return answer.text;
      }
      if (answer?.status === 410) throw new PlaceLost(answer.text);
      await this.noteFailure(`${method} ${path.replace(/\?.*/, '')}`, answer);
      if (answer?.status === 404) throw new SubjectLost(answer.text);
    }
  }

  /** @returns undefined without an answer */
  private async once(method: string, path: string, type: string, body?: string): Promise<Answer | undefined> {
    const { baseUrls, headers } = this.access;
    const baseUrl = baseUrls[(this.calls += 1) % baseUrls.length] ?? '';
    const start = performance.now();
    const waited = (): number => performance.now() - start;
    try {
      const response = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const { status } = response;
      const retryAfter = response.headers.get('retry-after');
      return { status, retryAfter, ...(await readAll(response)), ms: waited() };
    } catch {
      return undefined;
    } finally {
      this.counts.longestWaitMs = Math.max(this.counts.longestWaitMs, waited());
    }
  }

  private async noteFailure(call: string, answer: Answer | undefined): Promise<void> {
    this.counts.fail(call, answer);
    await sleep(PAUSE_MS);
  }
}

async function readAll(response: Response): Promise<Pick<Answer, 'text' | 'isWhole'>> {
  const decoder = new TextDecoder();
  const body: AsyncIterable<Uint8Array> | null = response.body;
  let text = '';
  try {
    for await (const piece of body ?? []) text += decoder.decode(piece, { stream: true });
    return { text, isWhole: true };
  } catch {
    return { text, isWhole: false };
  }
}

interface Line {
  readonly line: number;
  readonly success?: boolean;
  readonly error?: { readonly code: string };
}

/** The last line of an answer that was cut is no JSON. */
function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
