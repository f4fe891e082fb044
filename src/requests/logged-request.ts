import type { FinishedRequest, RowCounts } from '../http/server/request-log.js';
import { type KeptAnswer, keptLines, keptRefusal } from './kept-answer.js';
import type { LastRun } from './last-run.entity.js';
import { maskBody, maskName } from './mask.js';
import type { NewLoggedRequest } from './requests.repository.js';

const READS = new Set(['GET', 'HEAD']);
const ADMINISTRATION = /^\/api\/v1\/admin(\/|$)/i;
const LONGEST_PATH = 512;
/** What the nightly command calls. */
const UPLOAD_OF_PEOPLE = '/api/v1/integration/users/bulk';

/** Of the query only the names: values may be people's. */
function pathOf(address: string): string {
  const [path = '', query] = address.split('?', 2);
  if (query === undefined) return path.slice(0, LONGEST_PATH);
  const names = [...new Set(new URLSearchParams(query).keys())].map(maskName);
  return `${path}?${names.join('&')}`.slice(0, LONGEST_PATH);
}

function answerOf({ request, status }: FinishedRequest): KeptAnswer | null {
  const { refusal, failedLines = [] } = request;
  if (refusal !== undefined && status >= 400) return keptRefusal(refusal, request.body);
  return failedLines.length === 0 ? null : keptLines(failedLines);
}

function countsOf({ rowCounts }: FinishedRequest['request']): RowCounts | null {
  if (rowCounts === undefined) return null;
  const { inserted, updated, unchanged, failed } = rowCounts;
  return { inserted, updated, unchanged, failed };
}

/** Undefined for a request that is not kept: of nobody known, or of an administrator who only looks. */
export function loggedRequestOf(finished: FinishedRequest): NewLoggedRequest | undefined {
  const { request, at, ms, route, status, complete } = finished;
  const { caller, method, refusal } = request;
  if (caller === undefined || (READS.has(method) && ADMINISTRATION.test(request.path))) return undefined;
  const hasFailed = status >= 400 && request.body !== undefined;
  return {
    tenantId: caller.tenantId,
    at,
    method: method.slice(0, 16),
    path: pathOf(request.originalUrl),
    route: route.slice(0, 128),
    status,
    statusClass: Math.floor(status / 100),
    ms: Math.round(ms),
    actor: caller.actor,
    address: request.clientAddress,
    requestId: request.requestId,
    code: refusal?.code ?? (complete ? null : 'INCOMPLETE'),
    counts: countsOf(request),
    body: hasFailed ? { masked: maskBody(request.body) } : null,
    answer: answerOf(finished),
  };
}

/** Whether this was a dry run: it wrote nothing. */
export function isRehearsal({ query }: FinishedRequest['request']): boolean {
  return query['dryRun'] !== undefined && query['dryRun'] !== 'false' && query['dryRun'] !== '0';
}

/** The upload of people that this was, when it ended well: every line answered, and not all of them refused. */
export function runOf({ request, at, ms, route, status, complete }: FinishedRequest): LastRun | undefined {
  const { caller, rowCounts } = request;
  const isUpload = route === UPLOAD_OF_PEOPLE && status === 200 && complete && !isRehearsal(request);
  if (!isUpload || caller === undefined || rowCounts === undefined) return undefined;
  const { inserted, updated, unchanged, failed } = rowCounts;
  if (inserted + updated + unchanged === 0) return undefined;
  const { tenantId, actor } = caller;
  return {
    tenantId,
    at: new Date(at.getTime() + ms),
    actor,
    inserted,
    updated,
    unchanged,
    failed,
  };
}
