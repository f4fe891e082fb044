import type { RowCounts } from '../http/server/finished-request.js';
import { dayIn } from '../tenancy/time/calendar.js';
import type { Scope } from '../tenancy/scope.js';
import type { LoggedAnswer } from '../request-log/logged-answer.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';

const DAY_MS = 86_400_000;
/** The nightly run starts at ten past two. */
const NIGHTLY_MS = (2 * 60 + 10) * 60_000;

/** When the nightly run of so many nights ago began; 0 is last night. */
export function startOfNight(nightsAgo: number, now: number): Date {
  const lastNight = Math.floor((now - NIGHTLY_MS) / DAY_MS) * DAY_MS + NIGHTLY_MS;
  return new Date(lastNight - nightsAgo * DAY_MS);
}

/** The name of that run. */
export function runOfNight({ tenant }: Pick<Scope, 'tenant'>, nightsAgo: number): string {
  const now = nowOf({ tenant }).getTime();
  return `nightly-${dayIn(tenant.timeZone, startOfNight(nightsAgo, now))}`;
}

/** So many of the last nights are runs whose rows were really sent. */
export const REAL_NIGHTS = 2;

/** inserted, updated, unchanged and failed of each night, last night first */
export const NIGHTS: readonly (readonly [number, number, number, number])[] = [
  [0, 6, 54, 0],
  [1, 3, 56, 1],
  [0, 0, 59, 0],
  [0, 2, 57, 0],
  [2, 4, 53, 0],
  [0, 1, 56, 2],
  [0, 5, 52, 0],
  [1, 8, 47, 0],
  [0, 0, 56, 0],
  [0, 3, 53, 0],
  [4, 9, 42, 3],
  [12, 7, 35, 0],
  [40, 2, 0, 6],
];

export interface Call {
  readonly key: 'feed' | 'workflow' | 'connector';
  /** Hours since the call. */
  readonly hours: number;
  readonly ms: number;
  readonly request: string;
  /** When it differs from the path. */
  readonly route?: string;
  readonly status: number;
  readonly code?: string;
  readonly counts?: RowCounts;
  readonly body?: unknown;
  readonly answer?: LoggedAnswer;
}

const USERS = '/api/v1/integration/users';
const SYNC = '/api/v1/integration/sync';
const REVIEWS = '/api/v1/workflow/submissions';
const ONE_USER = `${USERS}/:id`;
const MOVE = `${REVIEWS}/:submissionId/status`;

/** Single calls of the last days, besides the nightly uploads. */
export const CALLS: readonly Call[] = [
  {
    key: 'connector',
    hours: 1,
    ms: 7,
    request: `GET ${SYNC}/queue?status&limit`,
    route: `${SYNC}/queue`,
    status: 200,
  },
  {
    key: 'connector',
    hours: 1.01,
    ms: 6,
    request: `GET ${SYNC}/payload/com-7001`,
    route: `${SYNC}/payload/:submissionId`,
    status: 200,
  },
  { key: 'connector', hours: 1.02, ms: 12, request: `POST ${SYNC}/ack`, status: 200 },
  {
    key: 'connector',
    hours: 1.03,
    ms: 3,
    request: `POST ${SYNC}/ack`,
    status: 400,
    code: 'VALIDATION_FAILED',
    body: { submissionId: '•••8', status: '•••4' },
    answer: { code: 'VALIDATION_FAILED', details: [{ field: 'status', code: 'isIn' }] },
  },
  {
    key: 'workflow',
    hours: 3,
    ms: 14,
    request: `PUT ${REVIEWS}/deg-2407`,
    route: `${REVIEWS}/:submissionId`,
    status: 201,
  },
  {
    key: 'workflow',
    hours: 3.1,
    ms: 19,
    request: `POST ${REVIEWS}/deg-2407/status`,
    route: MOVE,
    status: 200,
  },
  {
    key: 'workflow',
    hours: 3.2,
    ms: 5,
    request: `POST ${REVIEWS}/deg-2407/status`,
    route: MOVE,
    status: 409,
    code: 'INVALID_TRANSITION',
    body: { status: 'approved' },
    answer: {
      code: 'INVALID_TRANSITION',
      message: 'The submission is rejected and cannot become •••; from there it may become closed.',
    },
  },
  { key: 'feed', hours: 9, ms: 9, request: `PATCH ${USERS}/S-1036`, route: ONE_USER, status: 200 },
  {
    key: 'feed',
    hours: 9.2,
    ms: 4,
    request: `PATCH ${USERS}/S-1999`,
    route: ONE_USER,
    status: 404,
    code: 'USER_NOT_FOUND',
    body: { accountStatus: 'inactive' },
    answer: { code: 'USER_NOT_FOUND', message: 'No user has this ID or legacyNumber.' },
  },
  {
    key: 'feed',
    hours: 26,
    ms: 3,
    request: `POST ${USERS}`,
    status: 400,
    code: 'VALIDATION_FAILED',
    body: {
      email: '•••22',
      firstName: '•••5',
      lastName: '',
      accountType: '•••7',
      acountStatus: 'active',
    },
    answer: {
      code: 'VALIDATION_FAILED',
      details: [
        { field: 'acountStatus', code: 'unknownField' },
        { field: 'lastName', code: 'isNotBlank' },
        { field: 'accountType', code: 'isIn' },
      ],
    },
  },
  {
    key: 'feed',
    hours: 26.1,
    ms: 11,
    request: `POST ${USERS}`,
    status: 409,
    code: 'IDENTITY_CONFLICT',
    body: {
      email: '•••29',
      firstName: '•••6',
      lastName: '•••7',
      accountType: 'Student',
      externalId: '•••6',
    },
    answer: {
      code: 'IDENTITY_CONFLICT',
      message: 'The e-mail address belongs to another user of this tenant.',
    },
  },
  { key: 'connector', hours: 27, ms: 8, request: `GET ${SYNC}/queue`, status: 200 },
  {
    key: 'connector',
    hours: 28,
    ms: 4,
    request: `GET ${REVIEWS}/deg-2401`,
    route: `${REVIEWS}/:submissionId`,
    status: 403,
    code: 'INSUFFICIENT_SCOPE',
    answer: { code: 'INSUFFICIENT_SCOPE', message: 'The credential lacks the scope workflow.' },
  },
  {
    key: 'feed',
    hours: 50,
    ms: 2,
    request: `POST ${USERS}`,
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    answer: {
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database cannot be reached; try again in a moment.',
    },
  },
  {
    key: 'feed',
    hours: 50.1,
    ms: 13,
    request: `POST ${USERS}`,
    status: 201,
    counts: { inserted: 1, updated: 0, unchanged: 0, failed: 0 },
  },
];
