import { syncItem } from '../../../test/factories/sync-item.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import {
  delayAfter,
  keepsPosition,
  onAck,
  onClaimed,
  onClaimReport,
  onLeaseEnded,
  onReopened,
  onReplay,
  onResolved,
  onReviewed,
  type Transition,
} from './decide-transition.js';
import {
  ACK_STATUSES,
  SYNC_STATUSES,
  type SyncStatus,
  TRANSITION_CAUSES,
} from '../entities/sync-statuses.js';

const item = (syncStatus: SyncStatus, blocked = false): SyncItem =>
  syncItem({ syncStatus, attempts: 3, targetSystem: 'SIS', lastError: 'earlier', blocked });

/** The transition of such an item. */
const transition = (values: Partial<Transition>): Transition => ({
  to: 'queued',
  cause: 'approved',
  lastError: null,
  blocked: false,
  attempts: 3,
  targetSystem: 'SIS',
  ...values,
});
const heldBy = (fields: string): object => ({
  to: 'failed',
  lastError: `Unresolved discrepancies: ${fields}`,
  blocked: true,
});

describe('a reviewed submission', () => {
  it.each(SYNC_STATUSES)('with something unresolved fails, though it is %s', (status) => {
    expect(onReviewed(item(status), 'closed', ['degree', 'email'])).toEqual(
      transition({ ...heldBy('degree, email'), cause: 'closed' }),
    );
  });

  it.each(['queued', 'processing'] as const)('with nothing unresolved stays %s', (status) => {
    expect(onReviewed(item(status), 'approved', [])).toBeUndefined();
  });

  it.each(['not_queued', 'sent', 'failed'] as const)(
    'with nothing unresolved is queued from %s',
    (status) => {
      expect(onReviewed(item(status, true), 'approved', [])).toEqual(transition({}));
    },
  );
});

describe('the last discrepancy', () => {
  it('when it is resolved queues an item that it blocked, and no other', () => {
    const states = SYNC_STATUSES.flatMap((status) => [item(status), item(status, true)]);
    const queued = states.filter((state) => onResolved(state) !== undefined);
    expect(queued).toEqual([item('failed', true)]);
    expect(onResolved(item('failed', true))).toEqual(transition({ cause: 'discrepancies_resolved' }));
  });
});

describe('a decision that is taken back', () => {
  it.each(['queued', 'failed', 'sent'] as const)('holds a %s item until the next decision', (status) => {
    const reopened = onReopened(item(status), ['degree']);
    expect(reopened).toEqual(transition({ ...heldBy('degree'), cause: 'decision_undone' }));
    expect(onResolved({ ...item('failed'), blocked: true })).toMatchObject({ to: 'queued' });
  });

  it('changes nothing of an item that was never queued, or that waits already for the same fields', () => {
    expect(onReopened(item('not_queued'), ['degree'])).toBeUndefined();
    const waiting = { ...item('failed', true), lastError: 'Unresolved discrepancies: degree' };
    expect(onReopened(waiting, ['degree'])).toBeUndefined();
    expect(onReopened(waiting, ['degree', 'email'])).toMatchObject({ blocked: true });
  });
});

describe('a decision that is taken back, with the text of the item already', () => {
  it.each([
    ['failed', false],
    ['sent', true],
    ['queued', true],
  ] as const)('still holds an item that is %s, blocked: %s', (status, blocked) => {
    const named = { ...item(status, blocked), lastError: 'Unresolved discrepancies: degree' };
    expect(onReopened(named, ['degree'])).toMatchObject({ to: 'failed', blocked: true });
  });
});

describe('a replay', () => {
  it.each(SYNC_STATUSES)('queues an item that is %s, keeps its attempts and clears the error', (status) => {
    expect(onReplay(item(status, true), undefined)).toEqual(transition({ cause: 'replay' }));
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

describe('a claim', () => {
  it('of a queued item is an attempt, and clears the error', () => {
    expect(onClaimed(item('queued'))).toEqual(
      transition({ to: 'processing', cause: 'claimed', attempts: 4 }),
    );
  });

  it.each([
    ['sent', false, { to: 'sent', cause: 'ack', lastError: null }],
    ['failed', false, { to: 'failed', cause: 'ack', lastError: 'away' }],
    ['sent', true, { to: 'queued', cause: 'content_changed', lastError: null }],
    ['failed', true, { to: 'queued', cause: 'content_changed', lastError: null }],
  ] as const)('reported %s, its content changed: %s', (status, isContentChanged, expected) => {
    const report = { status, lastError: 'away', isContentChanged };
    expect(onClaimReport(item('processing'), report)).toEqual(transition(expected));
  });

  it.each([
    ['released', 'busy', false, { to: 'queued', cause: 'released', lastError: 'busy' }],
    ['released', null, false, { to: 'queued', cause: 'released', lastError: null }],
    ['released', 'busy', true, { to: 'failed', cause: 'attempts_exhausted', lastError: 'busy' }],
    ['lease_expired', null, false, { to: 'queued', cause: 'lease_expired', lastError: null }],
    [
      'lease_expired',
      null,
      true,
      {
        to: 'failed',
        cause: 'attempts_exhausted',
        lastError: 'No connector reported back in as many attempts as syncMaxAttempts allows',
      },
    ],
  ] as const)(
    'that ends without a report: %s with %j, exhausted: %s',
    (cause, lastError, isExhausted, expected) => {
      const ended = onLeaseEnded(item('processing'), { cause, lastError, isExhausted });
      expect(ended).toEqual(transition(expected));
    },
  );

  it('that ends without a report leaves the item at its position; any other cause of queueing renews it', () => {
    expect(TRANSITION_CAUSES.filter(keepsPosition)).toEqual(['released', 'lease_expired']);
  });
});

describe('the delay after a release', () => {
  it.each([
    [0, 10],
    [1, 10],
    [2, 20],
    [3, 40],
    [9, 2560],
    [10, 3600],
    [1000, 3600],
  ])('after %i attempts is %i seconds', (attempts, seconds) => {
    expect(delayAfter(attempts)).toBe(seconds);
  });
});
