export { IntegrationApi } from './integration-api.js';
export type { Answer, CallOptions, ClientOptions, Retry, Warning } from './transport.js';
export {
  type ClientErrorCode,
  type ErrorDetail,
  IntegrationApiError,
  isApiError,
  type ServiceErrorCode,
} from './errors.js';
export { backoff, isTemporary } from './retry.js';
export { ChangeWalk, type Page, type PageMeta, type WalkMeta, type WalkOptions } from './pages.js';
export { BulkAnswers, isBulkRefusal } from './bulk/bulk-answers.js';
export type {
  AcceptedRow,
  BulkAnswer,
  BulkEffect,
  BulkOptions,
  BulkSummary,
  RefusedRow,
} from './bulk/bulk-types.js';
export type { Rows } from './bulk/row-queue.js';
export type { JsonOf } from './bulk/row-source.js';
export type {
  ListedUser,
  ProvisionMeta,
  PulledUsers,
  PullOptions,
  PullState,
  StatusMeta,
  StatusOptions,
  UsersQuery,
} from './calls/users.js';
export type { FailuresQuery, RunsQuery } from './calls/runs.js';
export type { NewReviewEvent } from './calls/events.js';
export type { ProgressPage, ProgressQuery, OpenSeatsQuery } from './calls/progress.js';
export type { AckMeta, ClaimOptions, OfTarget, PayloadMeta, QueueMeta, QueueQuery } from './calls/sync.js';
export { connector } from './connector/connector.js';
export {
  type ConnectorEvent,
  type ConnectorMetrics,
  type ConnectorOptions,
  type Handler,
  type HandlerContext,
  PermanentError,
  type RunningConnector,
  type StopOptions,
} from './connector/connector-types.js';
export type * from './openapi/types.gen.js';
