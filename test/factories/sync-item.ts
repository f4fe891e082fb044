import type { SyncItem } from '../../src/sync/entities/sync-item.entity.js';

const AT = new Date('2026-03-01T12:00:00.000Z');

/** A queued item, as the database has it. */
export function syncItem(overrides: Partial<SyncItem> = {}): SyncItem {
  return {
    tenantId: 't',
    submissionId: 'sub-1',
    target: '',
    formType: 'address_change',
    studentId: '950000001',
    submissionStatus: 'approved',
    syncStatus: 'queued',
    targetSystem: null,
    lastError: null,
    blocked: false,
    errorGroup: null,
    attempts: 0,
    queuedAt: AT,
    lastTransitionAt: AT,
    createdAt: AT,
    updatedAt: AT,
    ...overrides,
  };
}
