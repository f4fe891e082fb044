import type { Command } from './command.js';

// The rooms of commands that only read (`rooms` of Command), loaded when such a command runs. What is missing here
// makes the start fail; what a command would announce is refused (`NoFactsModule`).
type Rooms = NonNullable<Command['rooms']>;

export const TENANCY: Rooms = async () => [
  (await import('../tenancy/tenancy.module.js')).TenancyModule,
  (await import('../privacy/disclosures/disclosures.module.js')).DisclosuresModule,
];

export const AUDIT: Rooms = async () => [
  ...(await TENANCY()),
  (await import('../change-feed/change-feed.module.js')).ChangeFeedModule,
  (await import('../audit/audit.module.js')).AuditModule,
];

export const RUNS: Rooms = async () => [
  ...(await TENANCY()),
  (await import('../change-feed/change-feed.module.js')).ChangeFeedModule,
  (await import('../users/runs/runs.module.js')).RunsModule,
  (await import('../users/failed-rows/failed-rows.module.js')).FailedRowsModule,
];

export const CONNECTIONS: Rooms = async () => [
  ...(await TENANCY()),
  (await import('../scim/connections/connections.module.js')).ConnectionsModule,
];
