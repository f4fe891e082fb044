import type { Caller, FinishedRequest, RowCounts } from '../http/server/finished-request.js';
import { type LoggedAnswer, loggedLines, loggedRefusal } from './logged-answer.js';
import type { Upload } from './nightly-runs.js';
import { maskBody, maskName } from './mask.js';
import type { NewLoggedRequest } from './requests.repository.js';

const READS = new Set(['GET', 'HEAD']);
const ADMINISTRATION = /^\/api\/v1\/admin(\/|$)/i;
const LONGEST_PATH = 512;
/** The code of a request about a person who was erased: nothing of what was sent is kept. */
const ERASED = 'ERASED';
const USER_NOT_FOUND = 'USER_NOT_FOUND';
/** A change of a user says ERASED of a person who was erased; other calls say only that there is none. */
const ONE_USER = '/api/v1/integration/users/:id';
/** The code of a request that named a key with a wrong secret. */
const WRONG_SECRET = 'WRONG_SECRET';
/** The route that the nightly command calls. */
const UPLOAD_OF_PEOPLE = '/api/v1/integration/users/bulk';

/** The path with the names of the query's parameters, without their values, which may be personal data. */
function pathOf(address: string): string {
  const [sent = '', query] = address.split('?', 2);
  // Some callers name a person by the address, where an ID is expected.
  const path = sent.replace(/[^/]*(?:@|%40)[^/]*/gi, '•••');
  if (query === undefined) return path.slice(0, LONGEST_PATH);
  const names = [...new Set(new URLSearchParams(query).keys())].map(maskName);
  return `${path}?${names.join('&')}`.slice(0, LONGEST_PATH);
}

function answerOf({ request, status }: FinishedRequest): LoggedAnswer | null {
  const { refusal, scimType, failedLines = [] } = request;
  if (refusal !== undefined && status >= 400) return loggedRefusal(refusal, request.body, scimType);
  return failedLines.length === 0 ? null : loggedLines(failedLines, request.body);
}

function countsOf({ rowCounts }: FinishedRequest['request']): RowCounts | null {
  if (rowCounts === undefined) return null;
  const { inserted, updated, unchanged, failed } = rowCounts;
  return { inserted, updated, unchanged, failed };
}

/** A wrong secret belongs to the tenant whose key it names; none is kept beyond the limit of failures. */
function ownerOf({ request, status }: FinishedRequest): Caller | undefined {
  return request.caller ?? (status === 401 ? request.wronglyNamed : undefined);
}

function codeOf({ request, complete }: FinishedRequest): string | null {
  if (request.caller === undefined) return WRONG_SECRET;
  return request.refusal?.code ?? (complete ? null : 'INCOMPLETE');
}

/** Whether the path may have the number of a person who was erased, so that it is not kept. */
function mayNameErased({ request: { method, refusal }, route }: FinishedRequest): boolean {
  if (refusal?.code === ERASED) return true;
  return refusal?.code === USER_NOT_FOUND && (READS.has(method) || !route.startsWith(ONE_USER));
}

/** Undefined for a request that is not kept: without a known caller, or a read of the administration area. */
export function loggedRequestOf(finished: FinishedRequest): NewLoggedRequest | undefined {
  const { request, at, ms, route, status } = finished;
  const { method } = request;
  const caller = ownerOf(finished);
  if (caller === undefined || (READS.has(method) && ADMINISTRATION.test(request.path))) return undefined;
  const hasFailed = status >= 400 && request.body !== undefined && request.refusal?.code !== ERASED;
  return {
    tenantId: caller.tenantId,
    at,
    method: method.slice(0, 16),
    path: mayNameErased(finished) ? route : pathOf(request.originalUrl),
    route: route.slice(0, 128),
    status,
    statusClass: Math.floor(status / 100),
    ms: Math.round(ms),
    actor: caller.actor,
    address: request.clientAddress,
    requestId: request.requestId,
    run: request.scope?.run ?? null,
    code: codeOf(finished),
    counts: countsOf(request),
    body: hasFailed ? { masked: maskBody(request.body) } : null,
    answer: answerOf(finished),
  };
}

/** Whether this was a dry run, which wrote nothing. */
export function isDryRun({ query }: FinishedRequest['request']): boolean {
  return query['dryRun'] !== undefined && query['dryRun'] !== 'false' && query['dryRun'] !== '0';
}

/** The upload of people, when it succeeded: every line was answered, and not all were refused. */
export function runOf({ request, at, ms, route, status, complete }: FinishedRequest): Upload | undefined {
  const { caller, rowCounts } = request;
  const isUpload = route === UPLOAD_OF_PEOPLE && status === 200 && complete && !isDryRun(request);
  if (!isUpload || caller === undefined || rowCounts === undefined) return undefined;
  const { inserted, updated, unchanged, failed } = rowCounts;
  if (inserted + updated + unchanged === 0) return undefined;
  const { tenantId, actor } = caller;
  return {
    run: request.scope?.run ?? null,
    tenantId,
    at: new Date(at.getTime() + ms),
    actor,
    inserted,
    updated,
    unchanged,
    failed,
  };
}
