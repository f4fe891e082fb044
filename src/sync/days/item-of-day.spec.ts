import { syncItem } from '../../../test/factories/sync-item.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { added, dayChangesOf } from './item-of-day.js';

const QUEUED_AT = new Date('2026-03-01T12:00:00.000Z');
const NOW = new Date('2026-03-01T13:00:00.000Z');
const step = (overrides: Partial<SyncItem>): SyncItem => syncItem({ lastTransitionAt: NOW, ...overrides });
const left = { targetSystem: 'SIS', sent: 0, failed: 0, longestWaitMs: 3_600_000, oldestQueuedAt: QUEUED_AT };
const done = { targetSystem: 'SIS', longestWaitMs: 0, oldestQueuedAt: null };
const queued = syncItem({ targetSystem: 'SIS', queuedAt: QUEUED_AT });
const processing = { ...queued, syncStatus: 'processing' } as const;

describe('what a change of an item adds to a day', () => {
  it.each<[string, SyncItem, SyncItem | undefined, object[]]>([
    ['handed out', queued, step({ ...processing, lastTransitionAt: NOW }), [left]],
    ['deleted while it waits', queued, undefined, [left]],
    ['given to another target system', queued, { ...queued, targetSystem: 'CRM' }, [left]],
    ['queued anew', queued, { ...queued, queuedAt: NOW }, [left]],
    ['of another form type', queued, { ...queued, formType: 'leave' }, []],
    ['given back', processing, step({ ...queued, lastTransitionAt: NOW }), []],
    [
      'sent',
      processing,
      { ...processing, syncStatus: 'sent', lastTransitionAt: NOW },
      [{ ...done, sent: 1, failed: 0 }],
    ],
    [
      'failed in delivery',
      processing,
      { ...processing, syncStatus: 'failed', lastTransitionAt: NOW },
      [{ ...done, sent: 0, failed: 1 }],
    ],
    [
      'stopped by a discrepancy',
      processing,
      { ...processing, syncStatus: 'failed', blocked: true, lastTransitionAt: NOW },
      [],
    ],
    [
      'failed before it was given to a target',
      { ...processing, syncStatus: 'failed', targetSystem: null },
      { ...processing, syncStatus: 'failed' },
      [],
    ],
  ])('an item that is %s', (_, before, after, changes) => {
    expect(dayChangesOf({ before, after }, NOW)).toEqual(changes);
  });

  it('keeps the longest wait and the earliest time', () => {
    const nothing = { targetSystem: 'SIS', sent: 0, failed: 0, longestWaitMs: 0, oldestQueuedAt: null };
    const later = { ...left, longestWaitMs: 1, oldestQueuedAt: NOW, sent: 2 };
    const sums = [left, later, nothing].reduce((day, change) => added(day, change), { ...nothing });
    expect(sums).toEqual({ ...left, sent: 2 });
  });
});
