import { DataSource } from 'typeorm';

import type { TestService } from './service.js';

/** Tables whose rows are about calls, and those that the service writes by itself every minute. */
const LOGS = [
  'request_log',
  'last_runs',
  'run_series',
  'key_days',
  'key_addresses',
  'sync_days',
  'disclosures',
  'disclosure_blocks',
  'retention_progress',
  'naming_epochs',
  'namings',
  'alert_checks',
  'alert_incidents',
];

/** The tables whose rows are of one tenant each. */
export async function tablesOfTenants(database: DataSource): Promise<string[]> {
  const tables = await database.query<{ name: string }[]>(
    'SELECT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND ' +
      "COLUMN_NAME = 'tenantId'",
  );
  return tables.map(({ name }) => name);
}

/** Every row of a tenant, by table. */
export async function contentsOf(service: TestService, tenantId: string): Promise<Map<string, string[]>> {
  // Counts are written now, so that they are not written between two comparisons.
  await service.settle({ tenantId });
  const database = service.app.get(DataSource);
  const contents = new Map<string, string[]>();
  for (const name of (await tablesOfTenants(database)).filter((table) => !LOGS.includes(table))) {
    const rows = await database.query<object[]>(`SELECT * FROM \`${name}\` WHERE tenantId = ?`, [tenantId]);
    contents.set(name, rows.map((row) => JSON.stringify(row, withoutUse)).sort());
  }
  const tenant = await database.query<object[]>('SELECT * FROM tenants WHERE id = ?', [tenantId]);
  return contents.set(
    'tenants',
    tenant.map((row) => JSON.stringify(row)),
  );
}

/** When a key or session was used last is written once a minute, also by a call that changes nothing. */
function withoutUse(column: string, value: unknown): unknown {
  return ['lastSeenAt', 'lastUsedAt'].includes(column) ? undefined : value;
}
