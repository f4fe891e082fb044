import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/**
 * The header `traceparent` of W3C Trace Context: version, trace id, parent id and flags. Version ff and ids of zeros
 * are invalid; version 00 has exactly these fields, and a later version may have more after another dash.
 */
const TRACE_PARENT =
  /^(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
/** Of the flags, whether the caller has sampled the trace is known. */
const SAMPLED = 1;

/** The span of the caller; undefined without a header, and with one that is not valid. */
export function callerOf(header: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags = ''] = typeof header === 'string' ? (TRACE_PARENT.exec(header) ?? []) : [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** The header that hands a span on; undefined when nothing is traced. */
export function traceParentOf(span: SpanContext | undefined): string | undefined {
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const { traceId, spanId, traceFlags } = span;
  return `00-${traceId}-${spanId}-${(traceFlags & SAMPLED).toString(16).padStart(2, '0')}`;
}
