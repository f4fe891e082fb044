import type { DeliveryProblem } from '../outbox/alert-outbox.service.js';

/** The mail server closes the connection, whatever it was asked (RFC 5321, 4.2.1). */
const CLOSING = 421;

/** Why a message was not taken; the sentence is ours, as what a mail server says may name its users. */
export class MailProblem extends Error implements DeliveryProblem {
  /**
   * @param isFinal whether the recipient was refused for good
   * @param answer what the mail server said, for the operator's terminal alone
   * @param stops what else the mail server would not take now
   */
  constructor(
    message: string,
    readonly isFinal: boolean,
    readonly answer: string,
    readonly stops: DeliveryProblem['stops'] = 'way',
  ) {
    super(message);
    this.name = 'MailProblem';
  }
}

interface MailError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly message?: unknown;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNECTION: 'The mail server could not be reached, or closed the connection.',
  ESOCKET: 'The mail server could not be reached, or closed the connection.',
  EDNS: 'The name of the mail server is not known.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'The mail server offers no TLS, or its certificate is not trusted.',
  EAUTH: 'The mail server refused the login.',
  EPROTOCOL: 'The mail server answered something that is no SMTP.',
};

/** TLS errors of Node, which the library passes on as errors of the socket. */
const CERTIFICATE = /certificate|self.signed|altname|wrong version number|handshake/i;

function isRefusal(code: unknown): code is number {
  return typeof code === 'number' && code >= 500 && code < 600;
}

/** What else is not taken where the mail server has refused a step of a delivery. */
function stoppedBy(command: unknown, code: unknown): DeliveryProblem['stops'] {
  if (typeof code !== 'number' || code === CLOSING) return 'way';
  if (command === 'RCPT TO') return 'recipient';
  return command === 'DATA' ? 'nothing' : 'way';
}

/** What an error of the library means. A recipient that is refused with 5xx is refused for good. */
export function mailProblemOf(error: unknown): MailProblem {
  if (error instanceof MailProblem) return error;
  const { code, responseCode, command, message }: MailError =
    typeof error === 'object' && error !== null ? error : {};
  const answer = typeof message === 'string' ? message : '';
  if (command === 'RCPT TO' && typeof responseCode === 'number')
    return new MailProblem(
      `The mail server refused the recipient (${responseCode}).`,
      isRefusal(responseCode),
      answer,
      stoppedBy(command, responseCode),
    );
  if (command === 'MAIL FROM' && typeof responseCode === 'number')
    return new MailProblem(`The mail server refused the sender (${responseCode}).`, false, answer);
  const known = code === 'ESOCKET' && CERTIFICATE.test(answer) ? SENTENCES['ETLS'] : SENTENCES[String(code)];
  const refused = typeof responseCode === 'number' ? ` (${responseCode})` : '';
  return new MailProblem(
    known ?? `The mail server did not take the message${refused}.`,
    false,
    answer,
    stoppedBy(command, responseCode),
  );
}
