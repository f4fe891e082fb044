import type { Request } from 'express';

import type { Config } from '../../config/environment.js';
import { beginRequest, failSpan } from '../../tracing/spans.js';
import type { FinishedRequest } from './finished-request.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** In the lines of the log about the request; absent when neither the caller nor the service traces it. */
    traceId?: string;
    /** Hands the trace on. */
    traceParent?: string;
  }
}

/** The methods of RFC 9110 and PATCH; others would be names of the caller's choice. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** A request whose span has begun. */
export interface TracedRequest {
  /** Handles the request within its span. */
  readonly handle: (next: () => void) => void;
  readonly end: (finished: FinishedRequest) => void;
}

/**
 * Begins the span of a request, a child of the caller's by its header `traceparent`, or linked to it. Its attributes
 * are those of the semantic conventions that name no one: neither path nor query, which have IDs of people.
 */
export function traceRequest(request: Request, callers: Config['traceCallers']): TracedRequest {
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const caller = { traceparent: request.headers.traceparent, isFollowed: callers === 'follow' };
  const { span, within, traceId, traceParent } = beginRequest(method, caller, {
    'http.request.method': method,
    'network.protocol.version': request.httpVersion,
    'integration_api.request_id': request.requestId,
  });
  if (traceId !== undefined) request.traceId = traceId;
  if (traceParent !== undefined) request.traceParent = traceParent;
  return {
    handle: within,
    end: ({ route, status, complete }) => {
      if (span.isRecording()) {
        span.updateName(`${method} ${route}`);
        span.setAttribute('http.route', route);
        if (complete) span.setAttribute('http.response.status_code', status);
        const tenantId = request.caller?.tenantId;
        if (tenantId !== undefined) span.setAttribute('integration_api.tenant_id', tenantId);
        if (!complete) failSpan(span, 'aborted');
        else if (status >= 500) failSpan(span, String(status));
      }
      span.end();
    },
  };
}
