import { onAck, onReplay, onResolved, onReviewed } from './decide-transition.js';
import { ACK_STATUSES, SYNC_STATUSES, type SyncStatus } from './sync-statuses.js';

const item = (
  syncStatus: SyncStatus,
  blocked = false,
): {
  syncStatus: SyncStatus;
  attempts: number;
  targetSystem: string;
  lastError: string;
  blocked: boolean;
} => ({
  syncStatus,
  attempts: 3,
  targetSystem: 'SIS',
  lastError: 'earlier',
  blocked,
});

describe('a reviewed submission', () => {
  it.each(SYNC_STATUSES)('with something unresolved fails, though it is %s', (status) => {
    expect(onReviewed(item(status), 'closed', ['degree', 'email'])).toEqual({
      to: 'failed',
      cause: 'closed',
      lastError: 'Unresolved discrepancies: degree, email',
      blocked: true,
      attempts: 3,
      targetSystem: 'SIS',
    });
  });

  it.each(['queued', 'processing'] as const)('with nothing unresolved stays %s', (status) => {
    expect(onReviewed(item(status), 'approved', [])).toBeUndefined();
  });

  it.each(['not_queued', 'sent', 'failed'] as const)(
    'with nothing unresolved is queued from %s',
    (status) => {
      expect(onReviewed(item(status, true), 'approved', [])).toEqual({
        to: 'queued',
        cause: 'approved',
        lastError: null,
        blocked: false,
        attempts: 3,
        targetSystem: 'SIS',
      });
    },
  );
});

describe('the last discrepancy', () => {
  it('when it is resolved queues an item that it blocked, and no other', () => {
    const states = SYNC_STATUSES.flatMap((status) => [item(status), item(status, true)]);
    const queued = states.filter((state) => onResolved(state) !== undefined);
    expect(queued).toEqual([item('failed', true)]);
    expect(onResolved(item('failed', true))).toMatchObject({
      to: 'queued',
      cause: 'discrepancies_resolved',
      lastError: null,
      blocked: false,
      attempts: 3,
    });
  });
});

describe('the target system', () => {
  it.each([
    [undefined, 'SIS'],
    [null, null],
    ['CRM', 'CRM'],
  ])('named as %j becomes %j', (named, becomes) => {
    expect(onReplay(item('sent'), named).targetSystem).toBe(becomes);
    expect(onAck(item('sent'), 'sent', null, named).targetSystem).toBe(becomes);
  });
});

describe('an acknowledgement', () => {
  it.each(SYNC_STATUSES)(
    'is taken from %s, counts attempts of processing and keeps errors of failed',
    (status) => {
      const outcomes = ACK_STATUSES.map((ack) => {
        const { to, attempts, lastError, blocked } = onAck(item(status, true), ack, 'away', undefined);
        return [to, attempts, lastError, blocked];
      });
      expect(outcomes).toEqual([
        ['processing', 4, null, false],
        ['sent', 3, null, false],
        ['failed', 3, 'away', false],
      ]);
    },
  );
});
