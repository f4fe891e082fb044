import { syncItem } from '../../../test/factories/sync-item.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import type { SyncClaim } from '../entities/sync-claim.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { SYNC_STATUSES, type SyncStatus, type TransitionCause } from '../entities/sync-statuses.js';
import { counted, type Done, eventOf, groupsOf, moved, openAfter, type Step } from './step.js';

const CREATED = new Date('2026-03-01T01:00:00.000Z');
const BEFORE = new Date('2026-03-01T02:00:00.000Z');
const NOW = new Date('2026-03-01T03:00:00.000Z');
const was = syncItem({
  attempts: 2,
  targetSystem: 'SIS',
  queuedAt: BEFORE,
  updatedAt: CREATED,
  errorGroup: 'e',
});

function step(to: SyncStatus, cause: TransitionCause = 'ack', more: Partial<Step> = {}, item = was): Step {
  const transition = { to, cause, lastError: 'reason', blocked: true, attempts: 3, targetSystem: 'HR' };
  return { item, transition, ...more };
}

function done(made: Step): Done {
  return { step: made, item: moved(made, NOW) };
}

/** The open item after a step. */
function opened(made: Step, before?: OpenItem): OpenItem | undefined {
  return openAfter(made, done(made).item, before);
}

const OPEN: OpenItem = {
  tenantId: 't',
  submissionId: 'sub-1',
  target: '',
  studentId: '950000001',
  targetSystem: 'SIS',
  formType: 'address_change',
  queuedAt: CREATED,
  eligibility: 'ready',
  notBefore: NOW,
  claimId: 'claim',
  leaseUntil: NOW,
  attemptsBefore: 1,
};

describe('an item after a step', () => {
  it('is as the transition says, since now, and in no group of errors', () => {
    expect(moved(step('failed'), NOW)).toEqual({
      ...was,
      syncStatus: 'failed',
      lastError: 'reason',
      blocked: true,
      attempts: 3,
      targetSystem: 'HR',
      errorGroup: null,
      lastTransitionAt: NOW,
      updatedAt: NOW,
    });
  });

  it.each<[SyncStatus, TransitionCause, Date]>([
    ['queued', 'replay', NOW],
    ['queued', 'released', BEFORE],
    ['queued', 'lease_expired', BEFORE],
    ['processing', 'claimed', BEFORE],
    ['sent', 'ack', BEFORE],
  ])('that is %s by %s has its place in the queue', (to, cause, queuedAt) => {
    expect(done(step(to, cause)).item.queuedAt).toEqual(queuedAt);
  });
});

describe('the open item after a step', () => {
  it.each(SYNC_STATUSES)('stands in the order or not: %s', (to) => {
    expect(opened(step(to)) !== undefined).toBe(to === 'queued' || to === 'processing');
  });

  it.each<[string, Step, OpenItem | undefined, Partial<OpenItem>]>([
    ['anew by a replay', step('queued', 'replay'), OPEN, { queuedAt: NOW, attemptsBefore: 2 }],
    [
      'in its place after a release',
      step('queued', 'released'),
      OPEN,
      { queuedAt: CREATED, attemptsBefore: 1 },
    ],
    ['in its place when its lease ends', step('queued', 'lease_expired'), OPEN, { queuedAt: CREATED }],
    [
      'in the place of the item where it had none',
      step('queued', 'released'),
      undefined,
      { queuedAt: BEFORE, attemptsBefore: 2 },
    ],
    [
      'by an acknowledgement without a claim',
      step('processing'),
      undefined,
      { queuedAt: BEFORE, attemptsBefore: 2, eligibility: 'processing' },
    ],
    [
      'by an acknowledgement of an item that never was queued',
      step('processing', 'ack', {}, { ...was, queuedAt: null }),
      undefined,
      { queuedAt: NOW, attemptsBefore: 2, eligibility: 'processing' },
    ],
    [
      'with a lease',
      step('processing', 'claimed', { lease: { claimId: 'new', leaseUntil: NOW, apiKey: 'key:a' } }),
      OPEN,
      { queuedAt: CREATED, attemptsBefore: 1, eligibility: 'processing', claimId: 'new', leaseUntil: NOW },
    ],
    [
      'with a delay',
      step('queued', 'released', { notBefore: NOW }),
      OPEN,
      { queuedAt: CREATED, attemptsBefore: 1, notBefore: NOW },
    ],
  ])('stands there %s', (_, made, before, expected) => {
    expect(opened(made, before)).toEqual({
      ...OPEN,
      targetSystem: 'HR',
      eligibility: 'behind',
      notBefore: null,
      claimId: null,
      leaseUntil: null,
      ...expected,
    });
  });
});

describe('the groups whose order a step changes', () => {
  it.each<[string, Step, (string | null)[]]>([
    ['both, of another target system', step('processing'), ['SIS', 'HR']],
    ['the former one of an item that is done', step('sent'), ['SIS']],
    [
      'the new one of an item that was done',
      step('queued', 'replay', {}, { ...was, syncStatus: 'sent' }),
      ['HR'],
    ],
    ['none of an item that stays done', step('failed', 'ack', {}, { ...was, syncStatus: 'sent' }), []],
    ['the blank one without a target system', step('sent', 'ack', {}, { ...was, targetSystem: null }), ['']],
  ])('are %s', (_, made, systems) => {
    expect(groupsOf(done(made))).toEqual(
      systems.map((targetSystem) => ({ studentId: '950000001', targetSystem })),
    );
  });
});

describe('what a step counts', () => {
  const claim = { targetSystem: 'SIS', apiKey: 'key:a' } as SyncClaim;
  const lease = { claimId: 'new', leaseUntil: NOW, apiKey: 'key:b' };
  const state = { targetSystem: '', name: '' };
  const ITEM = [
    { kind: 'queued', targetSystem: 'SIS', name: 'address_change', by: -1 },
    { kind: 'sent', ...state, by: 1 },
  ];

  it.each<[string, Step, object[]]>([
    ['the item', step('sent'), ITEM],
    [
      'a replay',
      step('sent', 'replay'),
      [...ITEM, { kind: 'replayed', targetSystem: 'HR', name: '', by: 1 }],
    ],
    [
      'a claim',
      step('sent', 'claimed', { lease }),
      [...ITEM, { kind: 'claimed', targetSystem: 'HR', name: 'key:b', by: 1 }],
    ],
    ...(['sent', 'failed'] as const).map((outcome): [string, Step, object[]] => [
      `a claim that has ${outcome}`,
      step('sent', 'ack', { report: { claim, outcome } }),
      [...ITEM, { kind: `claim_${outcome}`, targetSystem: 'SIS', name: 'key:a', by: 1 }],
    ]),
  ])('is %s', (_, made, changes) => {
    expect(counted(done(made))).toEqual(changes);
  });

  it('is a claim of no target system, too', () => {
    const made = step('processing', 'claimed', { lease });
    const item: SyncItem = { ...was, syncStatus: 'processing', targetSystem: null };
    expect(counted({ step: made, item })).toContainEqual({
      kind: 'claimed',
      targetSystem: '',
      name: 'key:b',
      by: 1,
    });
  });
});

describe('the event of a step', () => {
  it('has the item, and from where to where it went', () => {
    expect(eventOf(done(step('processing', 'claimed', {}, { ...was, target: 'HR' })))).toEqual({
      type: 'sync.item-changed.v1',
      subject: 'sub-1',
      part: 'HR',
      data: { targetSystem: 'HR', from: 'queued', to: 'processing', cause: 'claimed' },
    });
  });
});
