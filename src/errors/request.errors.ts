import { type FieldProblem, Refusal } from './refusal.js';

/** Of one body. Its 256 KiB may hold 33 thousand unknown names; naming each made an answer of 3 MiB. */
const MOST_DETAILS = 1000;

function summarise(details: readonly FieldProblem[]): string {
  const [first] = details;
  if (first === undefined) return 'The request is not valid.';
  const sentence = /[.?]$/.test(first.message) ? first.message : `${first.message}.`;
  if (details.length === 1) return sentence;
  const listed = details.length > MOST_DETAILS ? `, of which the first ${MOST_DETAILS} are listed` : '';
  return `${details.length} fields are not valid${listed}; the first: ${sentence}`;
}

/** Lists every failing field, up to a thousand. */
export class ValidationFailed extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details: readonly FieldProblem[];

  constructor(details: readonly FieldProblem[]) {
    super(summarise(details));
    this.details = details.slice(0, MOST_DETAILS);
  }
}

export class MalformedJson extends Refusal {
  readonly code = 'MALFORMED_JSON';

  constructor(reason: string) {
    super(`This is not valid JSON: ${reason}.`);
  }
}

/** A media type as a header may name it. Anything else was not meant as one, and is not shown. */
const MEDIA_TYPE = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}$/;
const WORD = /^[a-z0-9._, -]{1,32}$/;

function shown(text: string, form: RegExp): string {
  return form.test(text) ? text : 'something else';
}

/** What the header Content-Type says of a body, lower-cased; `type` is blank without one. */
interface SentAs {
  readonly type: string;
  readonly charset?: string | undefined;
}

function nameOf({ type, charset }: SentAs): string {
  if (type === '') return 'without a Content-Type header';
  const name = `as ${shown(type, MEDIA_TYPE)}`;
  return charset === undefined ? name : `${name} in ${shown(charset, WORD)}`;
}

export class UnsupportedMediaType extends Refusal {
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';

  /** @param sent what the caller said of the body */
  constructor(expected: string, sent: SentAs) {
    super(
      `Send the body as ${expected} in UTF-8, and say so in the Content-Type header; it was sent ${nameOf(sent)}.`,
    );
  }
}

export class UnsupportedEncoding extends Refusal {
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';

  /** @param sent lower-cased */
  constructor(known: readonly string[], sent: string) {
    super(
      `Send the body as it is, or with Content-Encoding ${known.join(' or ')}; it was sent with ${shown(sent, WORD)}.`,
    );
  }
}

export class PayloadTooLarge extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(limitKiB: number, what: 'body' | 'line' = 'body') {
    super(`The ${what} is larger than ${limitKiB} KiB; send less at once.`);
  }
}

/** An NDJSON body most of which is part of no line; told in the last line of the answer. */
export class TooFewLines extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(lastLine: number) {
    super(
      `Nothing after line ${lastLine} was read: too much of the body is blank lines, or lines far beyond 256 KiB; leave them out.`,
    );
  }
}

export class HeadersTooLarge extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(limitKiB: number) {
    super(`The request line and headers are larger than ${limitKiB} KiB together; send less of them.`);
  }
}

export class RouteNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is nothing at this address; the reference at /docs lists every call.');
  }
}

export class MethodNotAllowed extends Refusal {
  readonly code = 'METHOD_NOT_ALLOWED';
  override readonly headers: Record<string, string>;

  constructor(allowed: readonly string[]) {
    super(`This address answers ${allowed.join(', ')} only.`);
    this.headers = { Allow: allowed.join(', ') };
  }
}

export class RateLimited extends Refusal {
  readonly code = 'RATE_LIMITED';
  override readonly headers: Record<string, string>;

  constructor(retryAfterSeconds: number) {
    super(`Too many requests; try again in ${retryAfterSeconds} s.`);
    this.headers = { 'Retry-After': String(retryAfterSeconds) };
  }
}

export class ServiceUnavailable extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '5' };

  constructor() {
    super('The service cannot reach its database just now; send the request again in a few seconds.');
  }
}

/** Others were first, however often it was tried. */
export class DataContended extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '5' };

  constructor() {
    super('Other requests kept changing the same data; send the request again in a few seconds.');
  }
}

export class InternalError extends Refusal {
  readonly code = 'INTERNAL_ERROR';

  constructor() {
    super('The service failed because of an unexpected error; report the request id to its operator.');
  }
}
