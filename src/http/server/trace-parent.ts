/**
 * The header `traceparent` of W3C Trace Context: version, trace id, parent id and flags. Version ff and ids of zeros
 * are invalid; version 00 has exactly these fields, and a later version may have more after another dash.
 */
const TRACE_PARENT =
  /^(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** The id of the caller's trace; undefined without a header, and with one that is not valid. */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? TRACE_PARENT.exec(header)?.[1] : undefined;
}
