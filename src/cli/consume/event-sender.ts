import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { FeedError, reasonOf } from '../../feed/feed-error.js';
import { backoff, parseRetryAfter } from '../feed/retry.js';
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
const TEMPORARY = new Set([408, 425, 429, 502, 503, 504]);

/** All events wait together, so one request in this time asks whether the service is back. */
const LONGEST_PAUSE_MS = 10_000;

interface Signals {
  /** Ends pauses. */
  readonly stopping: AbortSignal;
  /** Ends requests that are under way as well. */
  readonly cut: AbortSignal;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The fields of a refusal make its message useful to the sender of the event. */
function describe(body: Readonly<Record<string, unknown>>): string {
  const error = isObject(body['error']) ? body['error'] : {};
  const details = Array.isArray(error['details']) ? error['details'].slice(0, 20) : [];
  const messages = details.flatMap((one: unknown) =>
    isObject(one) && typeof one['message'] === 'string' ? [one['message']] : [],
  );
  const [text] = [body['message']].filter((message) => typeof message === 'string');
  return messages.length > 1 ? messages.join('; ') : (text ?? '');
}

/** Sends events to the service, each until it has an answer. */
export class EventSender {
  /** Until when no request is made, as the service has asked; for all events together. */
  private resumeAt = 0;

  constructor(
    private readonly args: ConsumeArguments,
    private readonly signals: Signals,
    private readonly notice: (text: string) => void,
  ) {}

  /**
   * A lost connection, 429 and 503 are retried for ever; 500 and a submission that is not known, a few times.
   * @throws {FeedError} when the service refuses the bridge itself
   */
  async send(event: EventRequest): Promise<Verdict> {
    let failures = 0;
    let counted = 0;
    for (;;) {
      if (!(await this.mayGoOn())) return { kind: 'postponed' };
      const attempt = await this.attempt(event);
      if ('verdict' in attempt) return attempt.verdict;
      failures += 1;
      if (attempt.last !== undefined) counted += 1;
      if (attempt.last !== undefined && counted >= this.args.attempts)
        return { kind: 'refused', refusal: attempt.last };
      const wait = attempt.wait ?? Math.min(LONGEST_PAUSE_MS, backoff(failures, this.args.backoffBase));
      await this.pause(attempt.reason, wait, attempt.last);
    }
  }

  private async mayGoOn(): Promise<boolean> {
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
    const requestId = `events-${randomUUID()}`;
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.args.url, {
        method: 'POST',
        headers: {
          'Content-Type': contentType,
          'X-Service-API-Key': this.args.key,
          'X-Service-API-Secret': this.args.secret,
          'X-Request-Id': requestId,
        },
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([this.signals.cut, AbortSignal.timeout(this.args.timeout)]),
      });
      text = await response.text();
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      return { reason: reasonOf(cause), wait: undefined };
    }
    return this.judge(response, parsed(text), requestId);
  }

  private judge(response: Response, body: Readonly<Record<string, unknown>>, requestId: string): Attempt {
    const { status } = response;
    const error = isObject(body['error']) ? body['error'] : {};
    const code = typeof error['code'] === 'string' ? error['code'] : undefined;
    const message = describe(body);
    if (status === 200 && body['success'] === true && isObject(body['data']))
      return { verdict: { kind: body['data']['applied'] === true ? 'applied' : 'not applied' } };
    const reason = `${status} ${message === '' ? response.statusText : message} (request ${requestId})`;
    const wait = parseRetryAfter(response.headers.get('retry-after') ?? undefined);
    if (TEMPORARY.has(status)) return { reason, wait };
    const refusal = { status, code: code ?? `HTTP ${status}`, message, requestId };
    if (status >= 500 || code === MAY_COME) return { reason, wait, last: refusal };
    if (code === undefined || CONCERNS_THE_BRIDGE.has(code))
      throw new FeedError(`the service refuses: ${reason}`);
    return { verdict: { kind: 'refused', refusal } };
  }
}
