import type { UserHistoryEntry } from '../history/user-change.entity.js';
import { blankUser } from '../model/fields/merge.js';
import type { FieldChange } from '../model/fields/field-changes.js';
import type { User } from '../model/user.entity.js';
import { decideUndo, putBack, type ToUndo } from './decide-undo.js';

const RUN = 'night-1';
const UNDO: Partial<UserHistoryEntry> = { run: `undo:${RUN}` };
const AT = new Date('2026-03-01T00:00:00.000Z');
const NOW = new Date('2026-03-02T00:00:00.000Z');
/** Entries up to this one may be of the run. */
const LAST = 100;

function person(values: Partial<User> = {}): User {
  return Object.assign(blankUser('tenant', '950000001', 'S-1', AT), values);
}

function change(
  field: string,
  before: unknown,
  after: unknown,
  more: Partial<FieldChange> = {},
): FieldChange {
  return { field, before, after, ...more };
}

let serial = 0;

/** An entry of the run, unless it says otherwise. */
function entry(
  fields: readonly FieldChange[] | null,
  more: Partial<UserHistoryEntry> = {},
): UserHistoryEntry {
  return {
    id: (serial += 1),
    tenantId: 'tenant',
    userId: '950000001',
    at: AT,
    actor: 'key:sis',
    requestId: 'request',
    run: RUN,
    kind: fields === null ? 'inserted' : 'updated',
    submissionId: null,
    fields,
    ...more,
  };
}

const OTHER: Partial<UserHistoryEntry> = { run: null, actor: 'key:crm' };
const ADMINISTRATOR: Partial<UserHistoryEntry> = { run: null, actor: 'admin:951000009' };
const SUBMISSION: Partial<UserHistoryEntry> = { run: null, submissionId: 'sub-1' };
const BY_OTHER = { at: AT, actor: 'key:crm', run: null, cause: 'credential', submissionId: null };
const BY_ADMINISTRATOR = {
  at: AT,
  actor: 'admin:951000009',
  run: null,
  cause: 'administrator',
  submissionId: null,
};
const KEPT_ACTIVE = { since: AT.toISOString(), actor: 'admin:951000009', until: null, reason: 'r' };

beforeEach(() => {
  serial = 0;
});

function undo(user: User, history: readonly UserHistoryEntry[], more: Partial<ToUndo> = {}) {
  return decideUndo(user, history, { run: RUN, last: LAST, part: {}, ...more });
}

describe('undoing a run that changed a person', () => {
  it('puts each field back to its value before the run, through several changes of the run', () => {
    const history = [
      entry([change('degree', 'EdD', 'PhD'), change('firstName', 'Ann', 'Anna')]),
      entry([change('degree', 'PhD', 'MA')]),
    ];
    const user = person({ degree: 'MA', firstName: 'Anna' });

    expect(undo(user, history)).toEqual({
      user,
      isInserted: false,
      fields: [
        { field: 'degree', before: 'MA', after: 'EdD' },
        { field: 'firstName', before: 'Anna', after: 'Ann' },
      ],
      kept: [],
      lastEntry: 2,
    });
  });

  it('compares lists and fields of the profile by their content', () => {
    const history = [entry([change('userTags', ['a'], ['b']), change('facultyProfile.tools', null, ['R'])])];
    const user = person({ userTags: ['b'], facultyProfile: { tools: ['R'] } });

    expect(undo(user, history).fields).toEqual([
      { field: 'userTags', before: ['b'], after: ['a'] },
      { field: 'facultyProfile.tools', before: ['R'], after: null },
    ]);
  });

  it('does nothing about a field that has its former value again', () => {
    const history = [entry([change('degree', 'EdD', 'PhD')]), entry([change('degree', 'PhD', 'EdD')], OTHER)];
    expect(undo(person({ degree: 'EdD' }), history)).toMatchObject({ fields: [], kept: [] });
  });

  it('does nothing about a field that only others changed', () => {
    const history = [entry([change('degree', 'EdD', 'PhD')], OTHER)];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({ fields: [], kept: [], lastEntry: 0 });
  });

  it('keeps a field that another caller has changed since, and names the change', () => {
    const history = [entry([change('degree', 'EdD', 'PhD')]), entry([change('degree', 'PhD', 'MA')], OTHER)];
    expect(undo(person({ degree: 'MA' }), history)).toMatchObject({
      fields: [],
      kept: [{ field: 'degree', value: 'MA', reason: 'changed since', by: BY_OTHER }],
    });
  });

  it('keeps a field that has another value than its history says, and names no change', () => {
    const { kept, fields } = undo(person({ degree: 'MA' }), [entry([change('degree', 'EdD', 'PhD')])]);
    expect(fields).toEqual([]);
    expect(kept).toEqual([{ field: 'degree', value: 'MA', reason: 'changed since' }]);
  });

  it('puts back only what the run changed after another caller, when that came in between', () => {
    const history = [
      entry([change('degree', 'EdD', 'PhD')]),
      entry([change('degree', 'PhD', 'MA')], OTHER),
      entry([change('degree', 'MA', 'PhD')]),
    ];
    expect(undo(person({ degree: 'PhD' }), history).fields).toEqual([
      { field: 'degree', before: 'PhD', after: 'MA' },
    ]);
  });

  it('does not reach over a gap to an earlier change of the run', () => {
    const history = [
      entry([change('degree', 'A', 'B')]),
      entry([change('degree', 'B', 'C')]),
      entry([change('degree', 'C', 'X')], OTHER),
      entry([change('degree', 'X', 'C')]),
      entry([change('degree', 'C', 'D')]),
    ];
    expect(undo(person({ degree: 'D' }), history).fields).toEqual([
      { field: 'degree', before: 'D', after: 'X' },
    ]);
  });

  it('does not reach over a gap, also when the run had set that value before', () => {
    const history = [
      entry([change('degree', 'A', 'X')]),
      entry([change('degree', 'X', 'B')]),
      entry([change('degree', 'B', 'X')], OTHER),
      entry([change('degree', 'X', 'C')]),
    ];
    expect(undo(person({ degree: 'C' }), history).fields).toStrictEqual([
      { field: 'degree', before: 'C', after: 'X' },
    ]);
  });

  it.each([
    ['a field of a person who is kept active', 'degree', { degree: 'MA', keepActive: KEPT_ACTIVE }],
    ['a status', 'accountStatus', { accountStatus: 'MA' }],
  ])('names who has changed %s since', (_, field, values) => {
    const history = [entry([change(field, 'EdD', 'PhD')]), entry([change(field, 'PhD', 'MA')], OTHER)];
    expect(undo(person(values as unknown as Partial<User>), history).kept).toEqual([
      { field, value: 'MA', reason: 'changed since', by: BY_OTHER },
    ]);
  });

  it.each([
    ['an administrator', ADMINISTRATOR, BY_ADMINISTRATOR],
    ['a reviewer', SUBMISSION, { cause: 'submission', submissionId: 'sub-1' }],
  ])('keeps a value of the run that %s has confirmed since', (_, by, shown) => {
    const history = [entry([change('degree', 'EdD', 'PhD')]), entry([change('degree', 'PhD', 'PhD')], by)];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({
      fields: [],
      kept: [{ field: 'degree', by: shown }],
    });
  });

  it('puts back a value of the run that another caller has only sent again', () => {
    const history = [entry([change('degree', 'EdD', 'PhD')]), entry([change('degree', 'PhD', 'PhD')], OTHER)];
    expect(undo(person({ degree: 'PhD' }), history).fields).toHaveLength(1);
  });

  it('puts back a field that the run itself changed as an administrator', () => {
    const history = [entry([change('degree', 'EdD', 'PhD')], { actor: 'admin:951000009' })];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({ fields: [{ after: 'EdD' }], kept: [] });
  });

  it('counts what the run changed during its undo as a later change', () => {
    const history = [entry([change('degree', 'EdD', 'PhD')]), entry([change('degree', 'PhD', 'MA')])];
    expect(undo(person({ degree: 'MA' }), history, { last: 1 })).toMatchObject({
      fields: [],
      kept: [{ field: 'degree', by: { run: RUN } }],
      lastEntry: 1,
    });
  });

  it('keeps a field that an undo has put back and another caller has set to the value of the run', () => {
    const history = [
      entry([change('degree', 'EdD', 'PhD')]),
      entry([change('degree', 'PhD', 'EdD')], UNDO),
      entry([change('degree', 'EdD', 'PhD')], OTHER),
    ];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({
      fields: [],
      kept: [{ field: 'degree', by: BY_OTHER }],
    });
  });

  it('puts back a field that the run changed again after its undo', () => {
    const history = [
      entry([change('degree', 'EdD', 'PhD')]),
      entry([change('degree', 'PhD', 'EdD')], UNDO),
      entry([change('degree', 'EdD', 'PhD')]),
    ];
    expect(undo(person({ degree: 'PhD' }), history).fields).toHaveLength(1);
  });

  it('puts back a field whose undo was undone, also by an administrator', () => {
    const history = [
      entry([change('degree', 'EdD', 'PhD')]),
      entry([change('degree', 'PhD', 'EdD')], UNDO),
      entry([change('degree', 'EdD', 'PhD')], { run: `undo:undo:${RUN}`, actor: 'admin:951000009' }),
    ];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({ fields: [{ after: 'EdD' }], kept: [] });
  });

  it('names the awaited value that the field had before', () => {
    const awaited = { sourceValue: 'EdD' } as unknown as NonNullable<FieldChange['awaited']>;
    const history = [entry([change('degree', 'EdD', 'PhD', { awaited })])];
    expect(undo(person({ degree: 'PhD' }), history).fields).toEqual([
      { field: 'degree', before: 'PhD', after: 'EdD', awaited },
    ]);
  });

  it.each([
    ['accountStatus', 'active', 'inactive', false],
    ['accountStatus', 'inactive', 'active', true],
    ['degree', 'PhD', 'inactive', true],
  ])('who is kept active stays so: %s from %s to %s', (field, present, before, isPutBack) => {
    const user = person({ keepActive: KEPT_ACTIVE as unknown as User['keepActive'], [field]: present });
    const { fields, kept } = undo(user, [entry([change(field, before, present)])]);
    expect(fields).toHaveLength(isPutBack ? 1 : 0);
    expect(kept).toEqual(
      isPutBack ? [] : [{ field, value: 'active', reason: 'changed since', by: BY_ADMINISTRATOR }],
    );
  });

  it('of one field alone leaves the others, and takes why a person is inactive with the status', () => {
    const history = [
      entry([
        change('degree', 'EdD', 'PhD'),
        change('accountStatus', 'active', 'inactive'),
        change('inactiveCause', null, 'absent'),
      ]),
    ];
    const user = person({ degree: 'PhD', accountStatus: 'inactive', inactiveCause: 'absent' });
    const { fields } = undo(user, history, { part: { field: 'accountStatus' } });
    expect(fields.map(({ field }) => field)).toEqual(['accountStatus', 'inactiveCause']);
  });
});

describe('undoing a run that created a person', () => {
  const DEPROVISIONED = [{ field: 'accountStatus', before: 'active', after: 'inactive' }];

  it('de-provisions the person, whose ID is never used again', () => {
    const user = person();
    expect(undo(user, [entry(null)])).toEqual({
      user,
      isInserted: true,
      fields: DEPROVISIONED,
      kept: [],
      lastEntry: 1,
    });
  });

  it('changes nothing about a person who is inactive', () => {
    const user = person({ accountStatus: 'inactive', degree: 'MA' });
    const history = [entry(null), entry([change('degree', 'PhD', 'MA')], OTHER)];
    expect(undo(user, history)).toMatchObject({ isInserted: true, fields: [], kept: [] });
  });

  it('de-provisions a person whom the run has changed again', () => {
    const history = [entry(null), entry([change('degree', null, 'PhD')])];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({ fields: DEPROVISIONED, kept: [] });
  });

  it('keeps a person whom another caller has changed since', () => {
    const history = [entry(null), entry([change('degree', null, 'PhD')], OTHER)];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({
      isInserted: true,
      fields: [],
      kept: [{ field: 'degree', value: 'PhD', reason: 'changed since', by: BY_OTHER }],
    });
  });

  it('de-provisions a person whose fields have the values of the run again', () => {
    const history = [
      entry(null),
      entry([change('degree', 'EdD', 'PhD')], OTHER),
      entry([change('degree', 'PhD', 'EdD')], OTHER),
    ];
    expect(undo(person({ degree: 'EdD' }), history)).toMatchObject({ fields: DEPROVISIONED, kept: [] });
  });

  it('keeps a person whom an administrator has confirmed', () => {
    const history = [entry(null), entry([change('degree', 'PhD', 'PhD')], ADMINISTRATOR)];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({
      fields: [],
      kept: [{ field: 'degree', by: BY_ADMINISTRATOR }],
    });
  });

  it('does not take the undo of a field alone for a later change', () => {
    const history = [
      entry(null),
      entry([change('degree', 'EdD', 'PhD')]),
      entry([change('degree', 'PhD', 'EdD')], UNDO),
    ];
    expect(undo(person({ degree: 'EdD' }), history)).toMatchObject({ fields: DEPROVISIONED, kept: [] });
  });

  it('keeps a person whose field another caller has changed behind such an undo', () => {
    const history = [
      entry(null),
      entry([change('degree', 'EdD', 'PhD')]),
      entry([change('degree', 'PhD', 'EdD')], UNDO),
      entry([change('degree', 'EdD', 'PhD')], OTHER),
    ];
    expect(undo(person({ degree: 'PhD' }), history)).toMatchObject({
      fields: [],
      kept: [{ field: 'degree', by: BY_OTHER }],
    });
  });

  it('keeps a person whom an administrator keeps active', () => {
    const user = person({ keepActive: KEPT_ACTIVE as unknown as User['keepActive'] });
    expect(undo(user, [entry(null)])).toMatchObject({
      fields: [],
      kept: [{ field: 'accountStatus', value: 'active', reason: 'changed since', by: BY_ADMINISTRATOR }],
    });
  });

  it('puts back one field alone as that of any person', () => {
    const history = [entry(null), entry([change('degree', 'EdD', 'PhD')])];
    expect(undo(person({ degree: 'PhD' }), history, { part: { field: 'degree' } })).toMatchObject({
      isInserted: false,
      fields: [{ field: 'degree', before: 'PhD', after: 'EdD' }],
      lastEntry: 2,
    });
  });
});

describe('the person after an undo', () => {
  const awaited = { sourceValue: 'x' } as unknown as NonNullable<FieldChange['awaited']>;
  const back = (user: User, fields: readonly FieldChange[]): User =>
    putBack({ user, isInserted: false, fields, kept: [], lastEntry: 1 }, NOW);

  it('has the former values, at a new time, and is to be compared with what comes next', () => {
    const user = person({ degree: 'PhD', bodyHash: 'hash' as unknown as User['bodyHash'] });
    expect(back(user, [change('degree', 'PhD', 'EdD')])).toEqual({
      ...user,
      degree: 'EdD',
      updatedAt: NOW,
      bodyHash: null,
      awaitingSource: null,
    });
  });

  it('awaits no source for a field that is put back, and still does for others', () => {
    const user = person({ awaitingSource: { degree: awaited, domain: awaited } });
    expect(back(user, [change('degree', 'PhD', 'EdD')]).awaitingSource).toEqual({ domain: awaited });
    expect(
      back(user, [change('degree', 'PhD', 'EdD'), change('domain', 'a', 'b')]).awaitingSource,
    ).toBeNull();
  });

  it('awaits the source again for a value that had awaited it', () => {
    expect(back(person(), [change('degree', 'PhD', 'EdD', { awaited })]).awaitingSource).toEqual({
      degree: awaited,
    });
  });
});
