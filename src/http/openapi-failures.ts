import { CsrfTokenMissing, LoginRefused, NotLoggedIn } from '../errors/auth.errors.js';
import { ERROR_STATUS, type ErrorCode, type Refusal } from '../errors/refusal.js';
import {
  InternalError,
  MalformedJson,
  MethodNotAllowed,
  PayloadTooLarge,
  RateLimited,
  RouteNotFound,
  ServiceUnavailable,
  UnsupportedMediaType,
  ValidationFailed,
} from '../errors/request.errors.js';
import {
  InsufficientScope,
  InvalidCredentials,
  MissingCredentials,
  TenantSuspended,
} from '../errors/tenancy.errors.js';
import { IdentityConflict, UserNotFound } from '../errors/users.errors.js';

/** Real refusals, so that the reference shows what a caller will read. */
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
  new RouteNotFound(),
  new MethodNotAllowed(['GET', 'HEAD']),
  new IdentityConflict('email', '950000001', '950000002'),
  new PayloadTooLarge(256),
  new UnsupportedMediaType('application/json', { type: 'text/plain' }),
  new RateLimited(17),
  new InternalError(),
  new ServiceUnavailable(),
];

/** How the same codes read where a caller has a session instead of an API key. */
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

function exampleOf(code: ErrorCode, samples: readonly Refusal[]): object {
  const sample = samples.find((refusal) => refusal.code === code);
  return {
    success: false,
    message: sample?.message ?? 'One sentence a person can act on.',
    error: sample?.toError() ?? { code },
    requestId: 'nightly-2026-11-20.1',
  };
}

/** The answers to these refusals, one for each status, with an example for each code. */
export function failureAnswers(codes: readonly ErrorCode[], isAdministration = false): FailureAnswer[] {
  const samples = isAdministration ? ADMINISTRATION_SAMPLES : SAMPLES;
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return statuses.map((status) => {
    const ofStatus = [...new Set(codes)].filter((code) => ERROR_STATUS[code] === status);
    const examples = Object.fromEntries(ofStatus.map((code) => [code, { value: exampleOf(code, samples) }]));
    const schema = { $ref: '#/components/schemas/Failure' };
    return {
      status,
      description: ofStatus.join(' or '),
      content: { 'application/json': { schema, examples } },
    };
  });
}
