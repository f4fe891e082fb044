import type { Command } from './command.js';

// The rooms of commands that only read (`rooms` of Command), loaded when such a command runs. What is missing here makes
// the start fail; what a command would announce is refused (`NoFactsModule`).
type Rooms = NonNullable<Command['rooms']>;

const tenancy = async () => (await import('../tenancy/tenancy.module.js')).TenancyModule;

export const TENANCY: Rooms = async () => [await tenancy()];

export const AUDIT: Rooms = async () => [
  await tenancy(),
  (await import('../change-feed/change-feed.module.js')).ChangeFeedModule,
  (await import('../privacy/disclosures/disclosures.module.js')).DisclosuresModule,
  (await import('../audit/audit.module.js')).AuditModule,
];

export const RUNS: Rooms = async () => [
  await tenancy(),
  (await import('../users/runs/runs.module.js')).RunsModule,
  (await import('../users/failed-rows/failed-rows.module.js')).FailedRowsModule,
];

export const CONNECTIONS: Rooms = async () => [
  await tenancy(),
  (await import('../scim/connections/connections.module.js')).ConnectionsModule,
];
