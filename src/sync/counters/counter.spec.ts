import type { SyncItem } from '../entities/sync-item.entity.js';
import { type CounterChange, itemCounted } from './counter.js';

const AT = new Date('2026-03-01T12:00:00.000Z');

const ITEM: SyncItem = {
  tenantId: 't',
  submissionId: 's',
  target: '',
  formType: 'address_change',
  studentId: '950000001',
  submissionStatus: 'approved',
  syncStatus: 'queued',
  targetSystem: 'SIS',
  lastError: null,
  blocked: false,
  errorGroup: null,
  attempts: 0,
  queuedAt: AT,
  lastTransitionAt: AT,
  createdAt: AT,
  updatedAt: AT,
};

describe('an item is counted', () => {
  it.each<[string, Partial<SyncItem>, Omit<CounterChange, 'by'>]>([
    [
      'queued, by target system and form type',
      {},
      { kind: 'queued', targetSystem: 'SIS', name: 'address_change' },
    ],
    ['sent, by nothing else', { syncStatus: 'sent' }, { kind: 'sent', targetSystem: '', name: '' }],
    [
      'failed, by target system and error group',
      { syncStatus: 'failed', errorGroup: 'g' },
      { kind: 'failed', targetSystem: 'SIS', name: 'g' },
    ],
    [
      'failed, by a blank group when it waits for a decision',
      { syncStatus: 'failed', blocked: true, targetSystem: null },
      { kind: 'failed', targetSystem: '', name: '' },
    ],
  ])('%s', (_, values, key) => {
    const item = { ...ITEM, ...values };
    expect(itemCounted({ after: item })).toEqual([{ ...key, by: 1 }]);
    expect(itemCounted({ before: item })).toEqual([{ ...key, by: -1 }]);
    expect(itemCounted({ before: item, after: item })).toEqual([
      { ...key, by: -1 },
      { ...key, by: 1 },
    ]);
  });
});
