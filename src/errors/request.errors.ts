import { type FieldProblem, Refusal } from './refusal.js';

function summarise(details: readonly FieldProblem[]): string {
  const [first] = details;
  if (first === undefined) return 'The request is not valid.';
  const sentence = /[.?]$/.test(first.message) ? first.message : `${first.message}.`;
  return details.length === 1 ? sentence : `${details.length} fields are not valid; the first: ${sentence}`;
}

/** Lists every failing field. */
export class ValidationFailed extends Refusal {
  readonly code = 'VALIDATION_FAILED';

  constructor(override readonly details: readonly FieldProblem[]) {
    super(summarise(details));
  }
}

export class MalformedJson extends Refusal {
  readonly code = 'MALFORMED_JSON';

  constructor(reason: string) {
    super(`This is not valid JSON: ${reason}.`);
  }
}

export class UnsupportedMediaType extends Refusal {
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';

  constructor(expected: string) {
    super(`Send the body as ${expected} in UTF-8, and say so in the Content-Type header.`);
  }
}

export class PayloadTooLarge extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(limitKiB: number) {
    super(`The body is larger than ${limitKiB} KiB; send less at once.`);
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

export class WorkersBusy extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '5' };

  constructor() {
    super('Not every worker has told what it measured in time; ask again in a few seconds.');
  }
}

export class InternalError extends Refusal {
  readonly code = 'INTERNAL_ERROR';

  constructor() {
    super('Something went wrong on our side; the request id helps us to find it.');
  }
}
