import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ERROR_STATUS, Refusal } from './refusal.js';

type RefusalClass = new (...values: never[]) => Refusal;

/** The constructor's arguments of the classes that need more than an identifier and a name. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  ValidationFailed: [[{ field: 'email', code: 'isEmail', message: 'email must be an address' }]],
  MalformedJson: ['it is empty'],
  UnsupportedMediaType: ['application/json', { type: '' }],
  UnsupportedEncoding: [['gzip'], 'br'],
  PayloadTooLarge: [256],
  MethodNotAllowed: [['GET', 'HEAD']],
  RateLimited: [7],
  InsufficientScope: ['integration'],
  InvalidTransition: ['A closed submission cannot be approved.'],
  ConflictChanged: [['950000001.lastName']],
  ConflictNotOpen: ['decide'],
  DecisionOverwritten: [['950000001.degree']],
  TooManyRules: [200],
  TooManyViews: [100, false],
  DecisionUnderDelivery: ['SIS'],
  AdoptionRefused: ['never', '950000002'],
  MatchPending: ['cf_00112233445566778899aabbcc', '950000001'],
  RoleNotSufficient: [['administrator'], 'operator'],
  HandoverOpened: [new Date()],
  SecondFactorRequired: [{ hasApp: true, passkeys: [] }],
  IdentityConflict: ['email', '950000001', '950000002'],
  TooManySandboxes: [500, ['sb0123456789ab']],
  ErasurePlanNeeded: ['missing'],
  SimulatedFault: [503, 'GET /api/v1/integration/users/:id'],
};

const ANY = ['950000001', 'Staff'];

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.errors.ts'));
const modules = await Promise.all(
  files.map(async (name) => (await import(join(import.meta.dirname, name))) as Record<string, unknown>),
);
const classes = modules
  .flatMap((module) => Object.values(module))
  .filter(
    (value): value is RefusalClass => typeof value === 'function' && value.prototype instanceof Refusal,
  );

describe('every refusal', () => {
  it('is found', () => {
    expect(classes.length).toBeGreaterThanOrEqual(15);
  });

  it.each(classes.map((refusal) => [refusal.name, refusal] as const))(
    '%s has a code with a status, and one sentence a person can act on',
    (name, Class) => {
      const refusal = new Class(...((ARGUMENTS[name] ?? ANY) as never[]));
      expect(Object.keys(ERROR_STATUS)).toContain(refusal.code);
      expect(refusal.status).toBe(ERROR_STATUS[refusal.code]);
      expect(refusal.message).toMatch(/^\S.+[.?]$/);
      expect(refusal.message).not.toContain('undefined');
      expect(refusal.toError().code).toBe(refusal.code);
    },
  );

  it('says when to come back, where coming back helps', () => {
    const retryable = classes
      .map((Class) => new Class(...((ARGUMENTS[Class.name] ?? ANY) as never[])))
      .filter(({ status }) => status === 429 || status === 503);
    expect(retryable.map(({ headers }) => headers['Retry-After'])).toEqual([
      '5',
      '5',
      '5',
      '5',
      '5',
      '7',
      '5',
      '1',
      '1',
      '300',
      '30',
      '3600',
    ]);
  });
});

describe('every error code', () => {
  it('has the status of the contract', () => {
    expect(ERROR_STATUS).toEqual({
      MISSING_CREDENTIALS: 401,
      INVALID_CREDENTIALS: 401,
      SECOND_FACTOR_REQUIRED: 401,
      INSUFFICIENT_SCOPE: 403,
      SECOND_FACTOR_NOT_SET_UP: 403,
      TENANT_SUSPENDED: 403,
      VALIDATION_FAILED: 400,
      MALFORMED_JSON: 400,
      USER_NOT_FOUND: 404,
      SUBMISSION_NOT_FOUND: 404,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      IDENTITY_CONFLICT: 409,
      CONFLICT_CHANGED: 409,
      ERASED: 409,
      LEGAL_HOLD: 409,
      INVALID_TRANSITION: 409,
      LEASE_LOST: 409,
      IDEMPOTENCY_CONFLICT: 409,
      RUN_NOT_COMPLETE: 409,
      RUN_FINISHED: 409,
      CURSOR_EXPIRED: 410,
      PRECONDITION_FAILED: 412,
      PAYLOAD_TOO_LARGE: 413,
      UNSUPPORTED_MEDIA_TYPE: 415,
      RATE_LIMITED: 429,
      INTERNAL_ERROR: 500,
      SERVICE_UNAVAILABLE: 503,
    });
  });
});
