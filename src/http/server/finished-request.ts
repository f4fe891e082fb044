import type { Request, Response } from 'express';

import type { FieldProblem, Refusal } from '../../errors/refusal.js';

/** The outcomes of the rows of a request. */
export interface RowCounts {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** A line of a bulk request that was refused. */
export interface FailedLine {
  readonly line: number;
  readonly code: string;
  readonly details?: readonly FieldProblem[];
  /** The refusal in the words of SCIM. */
  readonly scimType?: string;
  readonly message?: string;
}

/** One operation of a bulk request of SCIM. */
export interface ScimOperation {
  readonly resource: 'User' | 'Group' | 'other';
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly status: number;
  readonly scimType?: string;
}

/** The tenant and actor whose credentials a request has proven, also when it is refused for another reason. */
export interface Caller {
  readonly tenantId: string;
  readonly actor: string;
  /** That of the tenant, for counts by day. */
  readonly timeZone?: string;
  /** That of the tenant, when it has one of its own. */
  readonly clock?: { readonly now: string; readonly setAt: string; readonly frozen: boolean } | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the guards as soon as it is known, before other checks; it grants no access. */
    caller?: Caller;
    /** The key that a request names with a wrong secret; absent for an unknown key. */
    wronglyNamed?: Caller;
    /** Set by the error filter. */
    refusal?: Refusal;
    /** What the refusal is called in SCIM. */
    scimType?: string;
    /** Set by handlers that store rows; a bulk request updates it with each batch. */
    rowCounts?: RowCounts;
    /** The first lines of a bulk request that failed. */
    failedLines?: readonly FailedLine[];
    /** The operations of a bulk request of SCIM. */
    scimOperations?: readonly ScimOperation[];
  }
}

/** A request that was answered, or whose client closed the connection. */
export interface FinishedRequest {
  readonly request: Request;
  readonly at: Date;
  readonly ms: number;
  /** The pattern of the route, never the path, which contains identifiers; `none` for an unknown address. */
  readonly route: string;
  readonly status: number;
  /** False when the answer was cut short. */
  readonly complete: boolean;
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}

/** @param callback called with the request when it was answered or its client has gone */
export function whenFinished(
  request: Request,
  response: Response,
  callback: (finished: FinishedRequest) => void,
): void {
  const at = new Date();
  const start = performance.now();
  response.once('close', () => {
    const ms = Math.round((performance.now() - start) * 100) / 100;
    const { statusCode: status, writableFinished: complete } = response;
    callback({ request, at, ms, route: routeOf(request), status, complete });
  });
}
