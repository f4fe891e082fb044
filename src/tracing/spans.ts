import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

import { callerOf, traceParentOf } from './trace-parent.js';

/**
 * Without an SDK, which an operator loads before the service (docs/operations.md), the spans record nothing, and
 * nothing keeps track of which one is active. It is asked for at each span, as one that is kept would outlast its SDK.
 */
const tracer = (): Tracer => trace.getTracer('integration-api');

/** What a span says of an error: its kind. Messages may have values of people. */
function kindOfError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  if ('errno' in error && typeof error.errno === 'number') return String(error.errno);
  return error instanceof Error ? error.name : 'object';
}

/** Marks the span as failed. */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A span to begin. */
export interface NewSpan {
  /** Such as `POST`: no values, and few different ones. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Whether it begins a trace of its own. */
  readonly isRoot?: boolean;
}

/** Does the work within a span, which ends with it. */
export function inSpan<T>(
  { name, kind, attributes, isRoot = false }: NewSpan,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes, root: isRoot }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, kindOfError(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The span of a request. */
export interface RequestSpan {
  readonly span: Span;
  /** Does the work within it. */
  readonly within: (work: () => void) => void;
  /** Of the caller's trace, or of one that begins here; undefined when there is neither. */
  readonly traceId: string | undefined;
  /** The header that hands it on: with the span of the caller where the service makes none. */
  readonly traceParent: string | undefined;
}

/** The caller of a request, as far as its trace is concerned. */
export interface TracedCaller {
  /** Its header; one that is not valid is ignored. */
  readonly traceparent: string | string[] | undefined;
  /** Whether its trace goes on here, with its flag `sampled`; else a trace begins that is linked to it. */
  readonly isFollowed: boolean;
}

/** Begins the span of a request. */
export function beginRequest(
  method: string,
  { traceparent, isFollowed }: TracedCaller,
  attributes: Attributes,
): RequestSpan {
  const caller = callerOf(traceparent);
  const parent =
    caller === undefined || !isFollowed ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
  const links = caller === undefined || isFollowed ? [] : [{ context: caller }];
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes, links }, parent);
  // Without an SDK a root span has no context.
  const made = isSpanContextValid(span.spanContext()) ? span.spanContext() : caller;
  const within = (work: () => void): void => {
    context.with(trace.setSpan(parent, span), work);
  };
  return { span, within, traceId: made?.traceId, traceParent: traceParentOf(made) };
}

/** The id of the trace in which this is done; undefined without an SDK. */
export function activeTraceId(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span !== undefined && isSpanContextValid(span) ? span.traceId : undefined;
}

/** The header that hands the active span on; undefined without an SDK. */
export function activeTraceParent(): string | undefined {
  return traceParentOf(trace.getActiveSpan()?.spanContext());
}

export { SpanKind };
