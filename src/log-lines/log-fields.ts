/**
 * Every field of a line of the log, and what it means; `docs/log.md` has the same table. None has a value of a person
 * but their ID, and none a secret.
 */
export const LOG_FIELDS = {
  time: 'when the line was written, UTC, ISO 8601 with milliseconds',
  level: '`fatal`, `error`, `warn`, `info`, `debug` or `trace`',
  context: 'the part of the service that wrote the line',
  msg: 'what happened, in words that do not change within a version; of requests `request`, `requests`, `no request`',
  requestId:
    'the request: the header `X-Request-Id` of its answer, and of the request where the caller sent one',
  traceId:
    "the trace of the caller's `traceparent`; where the service [is traced](operations.md#traces), its own",
  method: 'the HTTP method',
  route:
    'the pattern of the route, such as `/api/v1/integration/users/:id`; `none` is an unknown address or a page',
  status: 'the HTTP status of the answer',
  complete: 'false when the caller closed the connection before the end of the answer',
  ms: 'milliseconds from the first byte of the request to the last of its answer',
  seconds: 'how long the time was that a line of counts is about',
  count: 'how many requests that was',
  routes: 'how many of them each route had, by method and pattern',
  tenantId: 'the tenant whose credentials were used, or whose data the line is about',
  credential: 'the label of the key that was used',
  apiKey: 'the key that the line is about, never its secret',
  userId: 'the ID of the person that the line is about',
  from: 'the first moment of the span of time that the line is about',
  until: 'the last moment of that span',
  commits: 'how many commits the line is about, as far as this process knows',
  tenants: 'how many tenants they are of',
  server: 'the database server, by its own name',
  formerServer: 'the database server that was used before',
  people: 'how many people the line is about',
  rows: 'how many rows of the database the line is about; of an erasure, by table',
  run: 'the run of people, as its sender named it',
  mode: 'whether a limit on de-provisioning holds (`hold`) or only watches (`observe`)',
  committeeImpact:
    'what a de-provisioning means for committees: how many students, and how many of them lose their chair',
  eventId: 'the review event',
  submissionId: 'the submission',
  attempts: 'how often it was tried',
  incidentId: 'the alert',
  kind: 'the kind of alert',
  webhookId: 'the webhook to which alerts are posted',
  work: 'the [background work](background.md)',
  code: 'the error code that the caller received',
  reason: 'why, in a few words',
  counts: 'what had become of the rows of a bulk request that was cut short, as in its summary',
  error:
    'what went wrong: `name`, `errno` and `code` of the error, with its `stack`, or its `statement` without values',
} as const;

export type LogField = keyof typeof LOG_FIELDS;

/** A line of the log. */
export type LogLine = { readonly msg: string } & { readonly [Field in LogField]?: unknown };
