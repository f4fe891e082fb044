import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { Ask } from '../../../bench/load/verdict.js';
import { person } from '../../factories/person.js';
import { until } from '../../support/until.js';

/** Between two requests of a caller. */
const PACE_MS = 2;
const CALLERS = 8;
/** A process may be replaced meanwhile. */
const ANSWERS_LIMIT_MS = 60_000;

/** A request that was not answered as it should be. */
export interface Failure {
  readonly method: string;
  readonly what: unknown;
  /** On the clock of this process. */
  readonly startedAt: number;
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Callers that send one request after the other, GETs and posts of new people in turn: half of them each on a
 * connection that it keeps, the others each time on a new one. None sends anything again.
 */
export class SteadyStream {
  readonly failures: Failure[] = [];
  /** The people whose posts were acknowledged. */
  readonly acknowledged: string[] = [];
  answered = 0;
  private isOver = false;
  private sent = 0;
  private readonly callers: Promise<unknown>;

  constructor(
    private readonly baseUrl: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly name: string,
  ) {
    this.callers = Promise.all(Array.from({ length: CALLERS }, (_, index) => this.call(index % 2 === 0)));
  }

  /** Until so many more requests were answered. */
  async answers(more: number): Promise<void> {
    const enough = this.answered + more;
    await until(`${more} more requests are answered`, () => this.answered >= enough, {
      within: ANSWERS_LIMIT_MS,
    });
  }

  /** Those of the people whose posts were acknowledged who are not in the database. */
  async missing(ask: Ask, tenantId: string): Promise<string[]> {
    const rows = await ask('SELECT `legacyNumber` FROM `users` WHERE `tenantId` = ?', [tenantId]);
    const stored = new Set(rows.map((row) => String(row['legacyNumber'])));
    return this.acknowledged.filter((externalId) => !stored.has(externalId));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.callers;
  }

  private async call(isKept: boolean): Promise<void> {
    const agent = isKept ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    while (!this.isOver) {
      await this.look(agent);
      await this.post(agent);
      await pause(PACE_MS);
    }
    if (agent !== false) agent.destroy();
  }

  private look(agent: Agent | false): Promise<boolean> {
    return this.send(agent, 'GET', '', '', 200);
  }

  private async post(agent: Agent | false): Promise<void> {
    const externalId = `${this.name}-${(this.sent += 1)}`;
    const body = JSON.stringify(person({ externalId }));
    if (await this.send(agent, 'POST', '/users', body, 201)) this.acknowledged.push(externalId);
  }

  /** @returns whether it was answered as expected */
  private async send(
    agent: Agent | false,
    method: string,
    path: string,
    body: string,
    expected: number,
  ): Promise<boolean> {
    const startedAt = performance.now();
    const { status, text } = await this.answerTo(agent, method, path, body).catch((error: unknown) => ({
      status: undefined,
      text: String((error as NodeJS.ErrnoException).code),
    }));
    if (status === expected) this.answered += 1;
    else this.failures.push({ method, what: status ?? text, startedAt });
    return status === expected;
  }

  private async answerTo(agent: Agent | false, method: string, path: string, body: string): Promise<Answer> {
    const headers = { ...this.headers, 'Content-Type': 'application/json' };
    const url = `${this.baseUrl}/api/v1/integration${path}`;
    const sent = request(url, { method, headers, agent }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode, text };
  }
}
