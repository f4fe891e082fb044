import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { backoff, IntegrationApi, IntegrationApiError, isTemporary } from '#client';

import { FeedError } from '../../file-import/feed-error.js';
import { attemptFailure } from '../attempt-failure.js';
import type { ConsumeArguments } from './arguments.js';
import type { EventRequest } from './event-message.js';

/** Why the service turned an event down. */
export interface EventRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
}

/** What became of an event. `postponed`: the bridge stops before the service could answer. */
export type Verdict =
  | { readonly kind: 'applied' | 'not applied' | 'postponed' }
  | { readonly kind: 'refused'; readonly refusal: EventRefusal };

/** How one attempt ended: with a verdict, or with the reason for another attempt. */
type Attempt =
  | { readonly verdict: Verdict }
  | { readonly reason: string; readonly wait: number | undefined; readonly last?: EventRefusal };

/** These concern the bridge and not the event: every other event would be refused as well. */
const CONCERNS_THE_BRIDGE = new Set([
  'MISSING_CREDENTIALS',
  'INVALID_CREDENTIALS',
  'INSUFFICIENT_SCOPE',
  'TENANT_SUSPENDED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
]);
/** Another event, which is under way, may make the submission. */
const MAY_COME = 'SUBMISSION_NOT_FOUND';

const MOST_DETAILS = 20;
/** All events wait together, so one request in this time asks whether the service is back. */
const LONGEST_PAUSE_MS = 10_000;

interface Signals {
  /** Ends pauses. */
  readonly stopping: AbortSignal;
  /** Ends requests that are under way as well. */
  readonly cut: AbortSignal;
}

/** The fields of a refusal make its message useful to the sender of the event. */
function describe({ details, message }: IntegrationApiError): string {
  const messages = details.slice(0, MOST_DETAILS).map((detail) => detail.message);
  return messages.length > 1 ? messages.join('; ') : message;
}

/** Sends events to the service, each until it has an answer. */
export class EventSender {
  /** Until when no request is made, as the service has asked; for all events together. */
  private resumeAt = 0;
  private readonly client: IntegrationApi;

  constructor(
    private readonly args: ConsumeArguments,
    private readonly signals: Signals,
    private readonly notice: (text: string) => void,
  ) {
    const { url, key, secret, timeout } = args;
    this.client = new IntegrationApi({ url, apiKey: key, apiSecret: secret, timeoutMs: timeout, retries: 0 });
  }

  /**
   * A lost connection, 429 and 503 are retried for ever; 500 and a submission that is not known, a few times.
   * @throws {FeedError} when the service refuses the bridge itself
   */
  async send(event: EventRequest): Promise<Verdict> {
    let failures = 0;
    let counted = 0;
    for (;;) {
      if (!(await this.mayContinue())) return { kind: 'postponed' };
      const attempt = await this.attempt(event);
      if ('verdict' in attempt) return attempt.verdict;
      failures += 1;
      if (attempt.last !== undefined) counted += 1;
      if (attempt.last !== undefined && counted >= this.args.attempts)
        return { kind: 'refused', refusal: attempt.last };
      const policy = { backoffMs: this.args.backoffBase, longestWaitMs: LONGEST_PAUSE_MS };
      const wait = attempt.wait ?? backoff(failures, policy);
      await this.pause(attempt.reason, wait, attempt.last);
    }
  }

  private async mayContinue(): Promise<boolean> {
    while (!this.signals.stopping.aborted && this.resumeAt > Date.now())
      await this.sleep(this.resumeAt - Date.now());
    return !this.signals.stopping.aborted;
  }

  /** The service is away for all events; a single event that must wait holds up no other. */
  private async pause(reason: string, wait: number, single: EventRefusal | undefined): Promise<void> {
    if (single !== undefined) {
      await this.sleep(wait);
      return;
    }
    if (Date.now() >= this.resumeAt) this.notice(`${reason}; trying again in ${(wait / 1000).toFixed(1)} s`);
    this.resumeAt = Math.max(this.resumeAt, Date.now() + wait);
  }

  private async sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signals.stopping }).catch(() => undefined);
  }

  private async attempt({ contentType, body }: EventRequest): Promise<Attempt> {
    const { cut: signal } = this.signals;
    try {
      const options = { requestId: `events-${randomUUID()}`, signal };
      const { data } = await this.client.events.forward(body, contentType, options);
      return { verdict: { kind: data.applied ? 'applied' : 'not applied' } };
    } catch (error) {
      if (signal.aborted) return { verdict: { kind: 'postponed' } };
      if (!(error instanceof IntegrationApiError)) throw error;
      return this.judge(error);
    }
  }

  private judge(error: IntegrationApiError): Attempt {
    const { status = 0, code, requestId, retryAfterMs: wait } = error;
    const reason = attemptFailure(error);
    if (isTemporary(error)) return { reason, wait };
    const isOfAnother = code === 'UNEXPECTED_ANSWER';
    const refusalCode = isOfAnother ? `HTTP ${status}` : code;
    const refusal = { status, code: refusalCode, message: describe(error), requestId };
    if (status >= 500 || code === MAY_COME) return { reason, wait, last: refusal };
    if (isOfAnother || CONCERNS_THE_BRIDGE.has(code)) throw new FeedError(`the service refuses: ${reason}`);
    return { verdict: { kind: 'refused', refusal } };
  }
}
