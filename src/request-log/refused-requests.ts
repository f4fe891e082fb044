import type { LoggedAnswer } from './logged-answer.js';
import type { LoggedRequest } from './request-log.entity.js';

/** A request that was refused, or one operation of a bulk request. It contains no value that was sent. */
export interface RefusedRequest {
  /** Of the entry in the request log. */
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
  readonly code: string | null;
  /** In the words of SCIM; null for other refusals. */
  readonly scimType: string | null;
  readonly detail: string | null;
  /** The place in the bulk request, from 1; null when the whole request was refused. */
  readonly operation: number | null;
}

function detailOf({ message, details }: Pick<LoggedAnswer, 'message' | 'details'>): string | null {
  return message ?? details?.map(({ field, code }) => `${field}: ${code}`).join(', ') ?? null;
}

/** The refusals that an entry of the request log shows: one, or those of the first failed lines. */
export function refusalsOf({ id, answer, code, ...request }: LoggedRequest): RefusedRequest[] {
  const { at, method, route, status, requestId } = request;
  const named = { id: String(id), at, method, route, status, requestId };
  if (answer?.lines === undefined) {
    const detail = answer === null ? null : detailOf(answer);
    return [{ ...named, code, scimType: answer?.scimType ?? null, detail, operation: null }];
  }
  return answer.lines.map((line) => ({
    ...named,
    code: line.code,
    scimType: line.scimType ?? null,
    detail: detailOf(line),
    operation: line.line,
  }));
}
