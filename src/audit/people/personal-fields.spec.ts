import { type Naming, ownerOfAddress, personalValuesOf, withValues } from './personal-fields.js';

const ADMIN = 'admin:951000001';

function entry(overrides: Partial<Naming>): Naming {
  const plain = { actor: 'terminal', action: 'key.created', target: 'key:ik_1', address: null };
  return { ...plain, before: null, after: null, ...overrides };
}

describe('what names people in an entry', () => {
  it.each<[string, Partial<Naming>, [owner: string, path: string][]]>([
    ['nothing', { after: { label: 'SIS' } }, []],
    ["an administrator's address", { actor: ADMIN, address: '192.0.2.1' }, [['951000001', 'address']]],
    ['not the address of a key', { actor: 'key:ik_1', address: '192.0.2.1' }, []],
    [
      'the address of an invited user',
      { action: 'admin.invited', target: 'user:951000002', after: { email: 'a@b.c', expiresAt: 'x' } },
      [['951000002', 'after.email']],
    ],
    [
      'the externalId of a conflict',
      { action: 'conflict.decided', target: 'user:950000001', after: { externalId: 'S-1', ownerId: null } },
      [['950000001', 'after.externalId']],
    ],
    [
      'no value that is not there',
      { action: 'conflict.decided', target: 'user:1', after: { externalId: null } },
      [],
    ],
    [
      'the recipients of alerts, of all kinds and of one',
      {
        action: 'alerts.changed',
        target: 'tenant:t1',
        before: { recipients: ['A@b.c'], kinds: [] },
        after: { recipients: [], kinds: [{ kind: 'late_run', recipients: ['d@e.f'] }, { recipients: null }] },
      },
      [
        [ownerOfAddress('a@b.c'), 'before.recipients.0'],
        [ownerOfAddress('d@e.f'), 'after.kinds.0.recipients.0'],
      ],
    ],
  ])('is %s', (_, overrides, expected) => {
    const found = personalValuesOf(entry(overrides));
    expect(found.map(({ owner, path }) => [owner, path.join('.')])).toEqual(expected);
  });

  it('is put in its place, and the entry that is given stays as it is', () => {
    const given = entry({ after: { recipients: ['a', 'b'] } });
    const changed = withValues(given, [
      [['after', 'recipients', '1'], null],
      [['address'], 'erased'],
      [['before', 'email'], 'leads nowhere'],
    ]);
    expect(changed).toEqual({ address: 'erased', before: null, after: { recipients: ['a', null] } });
    expect(given.after).toEqual({ recipients: ['a', 'b'] });
  });
});
