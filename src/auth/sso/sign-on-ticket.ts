import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import type { ServerKeys } from '../../secrets/server-keys.js';
import type { CookieContent } from '../sessions/session-cookies.js';

/** The state of a sign-on, which the browser keeps while it is at the provider. */
export interface SignOnTicket {
  readonly tenantId: string;
  /** Of SAML, what the ID of the request is made of. */
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Of a test: when the draft was changed that is tested, in milliseconds. */
  readonly testOf?: number;
}

/** How long a browser may be at the provider, in milliseconds. */
export const TICKET_MS = 10 * 60_000;
const OWNER = 'sign-on-ticket';

/** Seals and reads the tickets, which are kept in a cookie and in no process; a changed or old one is not valid. */
export class SignOnTickets {
  private readonly box: SecretBox;

  constructor(keys: ServerKeys) {
    this.box = keys.box('sign-on tickets');
  }

  issue(ticket: SignOnTicket): CookieContent {
    const expiresAt = new Date(wallTime().getTime() + TICKET_MS);
    const sealed = this.box.seal(OWNER, JSON.stringify({ ...ticket, until: expiresAt.getTime() }));
    return { value: sealed.toString('base64url'), expiresAt };
  }

  read(value: string): SignOnTicket | undefined {
    const text = this.box.open(OWNER, Buffer.from(value, 'base64url'));
    if (text === undefined) return undefined;
    const { until, ...ticket } = JSON.parse(text) as SignOnTicket & { until: number };
    return until > wallTime().getTime() ? ticket : undefined;
  }
}
