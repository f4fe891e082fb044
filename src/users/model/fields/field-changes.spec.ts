import { blankUser } from './merge.js';
import type { User } from '../user.entity.js';
import { fieldChanges } from './field-changes.js';

function user(overrides: Partial<User> = {}): User {
  return { ...blankUser('tn_1', '951000001', 'F-1', new Date(0)), firstName: 'Ann', ...overrides };
}

describe('the differences of a person', () => {
  it('name the field with both values', () => {
    expect(fieldChanges(user(), user({ firstName: 'Anna' }))).toEqual([
      { field: 'firstName', before: 'Ann', after: 'Anna' },
    ]);
  });

  it('are none between equal lists and objects', () => {
    const one = user({ userTags: ['a'], customFields: { a: { b: 1 } }, facultyProfile: { tools: ['R'] } });
    const other = user({ userTags: ['a'], customFields: { a: { b: 1 } }, facultyProfile: { tools: ['R'] } });
    expect(fieldChanges(one, other)).toEqual([]);
  });

  it('count the order of a list', () => {
    expect(fieldChanges(user({ userTags: ['a', 'b'] }), user({ userTags: ['b', 'a'] }))).toEqual([
      { field: 'userTags', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
  });

  it('name the faculty profile field by field', () => {
    const before = user({ facultyProfile: { tools: ['R'], facultyRank: 'Dean', canServeAsChair: true } });
    const after = user({
      facultyProfile: { tools: ['R'], canServeAsChair: false, leaveUntil: '2027-01-31' },
    });
    expect(fieldChanges(before, after)).toEqual([
      { field: 'facultyProfile.canServeAsChair', before: true, after: false },
      { field: 'facultyProfile.leaveUntil', before: null, after: '2027-01-31' },
      { field: 'facultyProfile.facultyRank', before: 'Dean', after: null },
    ]);
  });

  it('name each field of a profile that comes or goes', () => {
    const profile = user({ facultyProfile: { facultyRank: 'Dean' } });
    expect(fieldChanges(user(), profile)).toEqual([
      { field: 'facultyProfile.facultyRank', before: null, after: 'Dean' },
    ]);
    expect(fieldChanges(profile, user())).toEqual([
      { field: 'facultyProfile.facultyRank', before: 'Dean', after: null },
    ]);
  });

  it('name nothing that a caller cannot change', () => {
    const own = { tenantId: 'tn_2', id: '951000002', emailKey: 'x', changedAt: 7 };
    const times = { updatedAt: new Date(1), createdAt: new Date(1) };
    const hidden = {
      bodyHash: Buffer.alloc(1),
      nameKey: Buffer.alloc(1),
      awaitingSource: {},
      keepActive: {},
    };
    const later = user({ ...own, ...times, ...(hidden as unknown as Partial<User>) });
    expect(fieldChanges(user(), later)).toEqual([]);
  });
});
