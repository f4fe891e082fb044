import { CsrfTokenMissing, LoginRefused, NotLoggedIn } from '../../errors/auth.errors.js';
import { FeedExpired } from '../../errors/change-feed.errors.js';
import { ERROR_STATUS, type ErrorCode, Refusal } from '../../errors/refusal.js';
import {
  IdempotencyConflict,
  InternalError,
  MalformedJson,
  MethodNotAllowed,
  PayloadTooLarge,
  RateLimited,
  RouteNotFound,
  ServiceUnavailable,
  UnsupportedMediaType,
  ValidationFailed,
} from '../../errors/request.errors.js';
import {
  InsufficientScope,
  InvalidCredentials,
  MissingCredentials,
  TenantSuspended,
} from '../../errors/tenancy.errors.js';
import { Erased, LegalHold } from '../../errors/privacy.errors.js';
import { LeaseLost } from '../../errors/sync.errors.js';
import { InvalidTransition, SubmissionNotFound } from '../../errors/submissions.errors.js';
import { IdentityConflict, UserNotFound } from '../../errors/users.errors.js';
import { failure } from '../answers.js';

/** Real refusals, so that `/docs` shows the messages that callers receive. */
const SAMPLES: readonly Refusal[] = [
  new ValidationFailed([
    {
      field: 'acountStatus',
      code: 'unknownField',
      message: 'acountStatus is not a known field; did you mean accountStatus?',
    },
  ]),
  new MalformedJson('unexpected text at position 10 (line 1, column 11)'),
  new MissingCredentials(),
  new InvalidCredentials(),
  new InsufficientScope('integration'),
  new TenantSuspended(),
  new UserNotFound(),
  new SubmissionNotFound(),
  new InvalidTransition(
    'The submission is draft and cannot become approved; from there it may become submitted.',
  ),
  new RouteNotFound(),
  new MethodNotAllowed(['GET', 'HEAD']),
  new IdentityConflict('email', '950000001', '950000002'),
  new Erased('950000001'),
  new LegalHold('person'),
  new LeaseLost(),
  FeedExpired.byAge(30),
  new IdempotencyConflict(),
  new PayloadTooLarge(256),
  new UnsupportedMediaType('application/json', { type: 'text/plain' }),
  new RateLimited(17),
  new InternalError(),
  new ServiceUnavailable(),
];

/** The messages of the same codes for a caller with a session instead of an API key. */
const ADMINISTRATION_SAMPLES: readonly Refusal[] = [
  new NotLoggedIn(),
  new LoginRefused(),
  new CsrfTokenMissing(),
  ...SAMPLES,
];

/** The answers of one status. */
interface FailureAnswer {
  readonly status: number;
  readonly description: string;
  readonly content: Record<string, { schema: { $ref: string }; examples: Record<string, { value: object }> }>;
}

/** A refusal of a call: its code, or the refusal itself where other calls have another message for the same code. */
export type DocumentedRefusal = ErrorCode | Refusal;

/** A refusal as a caller receives it. */
export function exampleOf(refusal: Refusal): object {
  return failure(refusal, 'nightly-2026-11-20.1');
}

function sampleOf(code: ErrorCode, samples: readonly Refusal[]): Refusal[] {
  return samples.filter((refusal) => refusal.code === code).slice(0, 1);
}

/** The answers to these refusals, one for each status, with an example for each code. */
export function failureAnswers(
  refusals: readonly DocumentedRefusal[],
  isAdministration = false,
): FailureAnswer[] {
  const own = refusals.filter((refusal) => refusal instanceof Refusal);
  const samples = [...own, ...(isAdministration ? ADMINISTRATION_SAMPLES : SAMPLES)];
  const codes = [
    ...new Set(refusals.map((refusal) => (refusal instanceof Refusal ? refusal.code : refusal))),
  ];
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return statuses.map((status) => {
    const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status);
    const shown = ofStatus.flatMap((code) => sampleOf(code, samples));
    const examples = Object.fromEntries(shown.map((sample) => [sample.code, { value: exampleOf(sample) }]));
    const schema = { $ref: '#/components/schemas/Failure' };
    return {
      status,
      description: ofStatus.join(' or '),
      content: { 'application/json': { schema, examples } },
    };
  });
}
