import type { ReadEvent } from '../../src/audit/audit.service.js';
import type { AuditFilter } from '../../src/audit/audit.repository.js';
import { AuditService } from '../../src/audit/audit.service.js';
import type { Scope } from '../../src/tenancy/scope.js';
import { type Row, rowsOf } from './answers.js';
import type { ApiClient } from './api-client.js';
import type { TestService } from './service.js';

/** The audit log of a tenant, the latest entry first. */
export async function auditOf(
  service: TestService,
  scope: Scope,
  filter: AuditFilter = {},
): Promise<ReadEvent[]> {
  const window = { offset: 0, limit: 100, order: 'DESC' } as const;
  return (await service.app.get(AuditService).list(scope, filter, window)).rows;
}

/** The same, read by an administrator; `query` begins with `&`. */
export async function auditPage(api: ApiClient, query = ''): Promise<Row[]> {
  return rowsOf(await api.get(`/audit?perPage=100${query}`));
}
