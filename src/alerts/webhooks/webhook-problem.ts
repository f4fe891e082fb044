import { PrivateAddress } from '../../outgoing/guarded-fetch.js';
import type { DeliveryProblem } from '../outbox/alert-outbox.service.js';

/** Longer waits are not followed: what is said of an incident would be of yesterday. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** Why a webhook did not take a message; the sentence never has the address. */
export interface WebhookProblem extends DeliveryProblem {
  /** The webhook is no more, so that nothing is sent to it from now on. */
  readonly isGone: boolean;
}

const GONE = new Set([404, 410]);

/** What `Retry-After` says, in milliseconds; at most six hours. */
export function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : undefined;
}

/** @returns undefined when the message was taken */
export function problemOfAnswer({ status, headers }: Response, now: Date): WebhookProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (GONE.has(status)) {
    const message = `The webhook answered that it is no more (${status}).`;
    return { message, isFinal: true, isGone: true, stops: 'recipient' };
  }
  const retryAfterMs = retryAfter(headers.get('retry-after'), now);
  const redirection = 'The webhook answered with a redirection, which is not followed';
  return {
    message:
      status >= 300 && status < 400 ? `${redirection} (${status}).` : `The webhook answered ${status}.`,
    isFinal: false,
    isGone: false,
    stops: status === 429 || status >= 500 ? 'recipient' : 'nothing',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Errors of Node, by their code. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host of the webhook is not known.',
  EAI_AGAIN: 'The host of the webhook is not known.',
  ABORT_ERR: 'The webhook did not answer in time.',
};
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function messageOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof PrivateAddress)
    return 'The webhook is in a private network, which the operator of the service has not allowed.';
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (CERTIFICATE.test(code)) return 'The certificate of the webhook is not trusted.';
  return SENTENCES[code] ?? 'The webhook could not be reached, or closed the connection.';
}

/** What a failure of the call means. */
export function problemOfFailure(error: unknown): WebhookProblem {
  return { message: messageOf(error), isFinal: false, isGone: false, stops: 'recipient' };
}
