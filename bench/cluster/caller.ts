import { setTimeout as sleep } from 'node:timers/promises';

import type { Access } from './site.js';

const ANSWER_WITHIN_MS = 60_000;
const PAUSE_MS = 200;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What the calls met. */
export class Tally {
  acknowledged = 0;
  /** Answered 503: the caller was told to come back. */
  unavailable = 0;
  /** No answer: whether it was done is unknown to the caller. */
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
}

/** A program that repeats a call, at one instance or the other, until it is answered. */
export class Caller {
  private calls = Math.floor(Math.random() * 2);

  constructor(
    private readonly access: Access,
    readonly tally: Tally,
  ) {}

  async untilDone(method: string, path: string, body?: object): Promise<void> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    for (;;) {
      const answer = await this.once(method, path, 'application/json', sent);
      if (answer?.status === 200 || answer?.status === 201) {
        this.tally.acknowledge(1);
        return;
      }
      await this.noteFailure(`${method} ${path}`, answer);
    }
  }

  /** Sends rows once. @returns those that were accepted */
  async bulk<T extends object>(path: string, rows: readonly T[]): Promise<T[]> {
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const answer = await this.once('POST', path, 'application/x-ndjson', body);
    if (answer?.status !== 200) await this.noteFailure(`POST ${path}`, answer);
    const lines = (answer?.status === 200 ? answer.text.trimEnd().split('\n') : []).map(parseLine);
    const accepted = lines.flatMap((line) => (line?.success === true ? (rows[line.line - 1] ?? []) : []));
    const refused = lines.flatMap((line) => line?.error?.code ?? []);
    for (const code of refused)
      if (code === 'SERVICE_UNAVAILABLE') this.tally.unavailable += 1;
      else this.tally.unexpected.push(`a line of ${path}: ${code}`);
    if (accepted.length > 0) this.tally.acknowledge(accepted.length);
    return accepted;
  }

  async getUntilDone(path: string): Promise<unknown> {
    for (;;) {
      const answer = await this.once('GET', path);
      if (answer?.status === 200) return JSON.parse(answer.text) as unknown;
      await this.noteFailure(`GET ${path.replace(/\?.*/, '')}`, answer);
    }
  }

  private async once(
    method: string,
    path: string,
    type?: string,
    body?: string,
  ): Promise<Answer | undefined> {
    const { baseUrls, headers } = this.access;
    const baseUrl = baseUrls[(this.calls += 1) % baseUrls.length] ?? '';
    try {
      const response = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  private async noteFailure(call: string, answer: Answer | undefined): Promise<void> {
    if (answer === undefined) this.tally.unanswered += 1;
    else if (answer.status === 503) this.tally.unavailable += 1;
    else this.tally.unexpected.push(`${call} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    await sleep(PAUSE_MS);
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
