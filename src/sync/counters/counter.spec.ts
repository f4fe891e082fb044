import { syncItem } from '../../../test/factories/sync-item.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { type CounterChange, itemCounted } from './counter.js';

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
    const item = syncItem({ targetSystem: 'SIS', ...values });
    expect(itemCounted({ after: item })).toEqual([{ ...key, by: 1 }]);
    expect(itemCounted({ before: item })).toEqual([{ ...key, by: -1 }]);
    expect(itemCounted({ before: item, after: item })).toEqual([
      { ...key, by: -1 },
      { ...key, by: 1 },
    ]);
  });
});
