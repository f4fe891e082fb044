import { type Sentence, sentence } from '../texts/sentence.js';
import { type FieldProblem, Refusal, saidOf } from './refusal.js';

/** The most details of one answer. A body of 256 KiB may have 33,000 unknown names; all of them took 3 MiB. */
const MOST_DETAILS = 1000;

function summarise(details: readonly FieldProblem[]): Sentence {
  const [problem] = details;
  if (problem === undefined) return sentence('The request is not valid.');
  const clause = saidOf(problem);
  const first = /[.?]$/.test(problem.message) ? clause : sentence('{clause}.', { clause });
  if (details.length === 1) return first;
  const [count, listed] = [String(details.length), String(MOST_DETAILS)];
  return details.length > MOST_DETAILS
    ? sentence('{count} fields are not valid, of which the first {listed} are listed; the first: {first}', {
        count,
        listed,
        first,
      })
    : sentence('{count} fields are not valid; the first: {first}', { count, first });
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

/** A JSON object has a key twice: which of the values is meant, only the caller knows. */
export class RepeatedKey extends ValidationFailed {
  constructor(path: string) {
    super([
      { field: path, code: 'isOnce', message: `${path} stands twice in the same object; send it once` },
    ]);
  }
}

/** Lines of a file that are no row of it. */
export class UnreadableRow extends ValidationFailed {
  /**
   * @param problem a sentence that says what is wrong and what helps, without a stop
   * @param externalId of the row, where that much could be read
   */
  constructor(
    problem: string,
    readonly externalId?: string,
  ) {
    super([{ field: 'body', code: 'isRow', message: problem }]);
  }
}

/** The same Idempotency-Key came with another body. */
export class IdempotencyConflict extends Refusal {
  readonly code = 'IDEMPOTENCY_CONFLICT';

  constructor() {
    super('This Idempotency-Key was used with another body; send a new key with each new call.');
  }
}

/** What is to be changed is not what the caller has read, by the entity tag in If-Match. */
export class ChangedMeanwhile extends Refusal {
  readonly code = 'PRECONDITION_FAILED';

  constructor() {
    super(
      'This was changed since you read it; nothing was saved. Read it again, and decide which values are to stay.',
    );
  }
}

export class MalformedJson extends Refusal {
  readonly code = 'MALFORMED_JSON';

  constructor(reason: string) {
    super(`This is not valid JSON: ${reason}.`);
  }
}

/** A media type as a header may name it. Other text is not repeated in the message. */
const MEDIA_TYPE = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}$/;
const WORD = /^[a-z0-9._, -]{1,32}$/;

function shown(text: string, form: RegExp): string {
  return form.test(text) ? text : 'something else';
}

/** The media type of a body, lower-cased; `type` is blank without the header Content-Type. */
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

  /** @param sent the media type that the caller declared */
  constructor(expected: string, sent: SentAs) {
    super(
      `Send the body as ${expected} in UTF-8, and say so in the Content-Type header; it was sent ${nameOf(sent)}.`,
    );
  }
}

export class UnsupportedEncoding extends Refusal {
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';

  /** @param sent the header Content-Encoding, lower-cased */
  constructor(known: readonly string[], sent: string) {
    super(
      `Send the body as it is, or with Content-Encoding ${known.join(' or ')}; it was sent with ${shown(sent, WORD)}.`,
    );
  }
}

/** What may be too large. */
export const SIZED = ['body', 'line', 'event'] as const;

export class PayloadTooLarge extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(limitKiB: number, what: (typeof SIZED)[number] = 'body') {
    super(
      sentence('The {what} is larger than {limit} KiB; send less at once.', {
        what: sentence(what),
        limit: String(limitKiB),
      }),
    );
  }
}

export class FileTooLarge extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(limitMiB: number) {
    super(
      sentence('The file is larger than {limit} MiB; send it with the feed command, or in parts.', {
        limit: String(limitMiB),
      }),
    );
  }
}

/** Most of an NDJSON body is part of no line. The refusal is the last line of the answer. */
export class TooFewLines extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(lastLine: number) {
    super(
      `Nothing after line ${lastLine} was read: too much of the body is blank lines, ` +
        'or lines far beyond 256 KiB; leave them out.',
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

  /** For so many milliseconds, by whole seconds. */
  static forMs(ms: number): RateLimited {
    return new RateLimited(Math.max(1, Math.ceil(ms / 1000)));
  }

  constructor(retryAfterSeconds: number) {
    super(sentence('Too many requests; try again in {seconds} s.', { seconds: String(retryAfterSeconds) }));
    this.headers = { 'Retry-After': String(retryAfterSeconds) };
  }
}

/** What a caller meets for some seconds only, so that the same request is sent again. */
abstract class TransientRefusal extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '5' };
}

export class ServiceUnavailable extends TransientRefusal {
  constructor() {
    super('The service cannot reach its database just now; send the request again in a few seconds.');
  }
}

/** A process whose clock differs from that of the database would end leases too early or too late. */
export class ClockDiffers extends TransientRefusal {
  constructor() {
    super(
      'The clock of this process is wrong, so it hands out nothing; send the request again in a few seconds.',
    );
  }
}

/** Too many dry runs of the tenant, or of all, are under way. */
export class DryRunsBusy extends TransientRefusal {
  constructor() {
    super('Other dry runs did not end in time; send the dry run again in a few seconds.');
  }
}

/** A dry run that waited for its lines, while another caller waited for a dry run. */
export class DryRunTooSlow extends TransientRefusal {
  constructor() {
    super(
      'The lines of this dry run came too slowly while other callers waited; send it again without pauses.',
    );
  }
}

/** The files that administrators of the tenant have sent take up its room while they are worked on. */
export class FilesBusy extends TransientRefusal {
  constructor() {
    super('Other files of the university are worked on; send the file again when they are done.');
  }
}

/** A transaction lost against others in every retry. */
export class DataContended extends TransientRefusal {
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
