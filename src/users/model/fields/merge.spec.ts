import type { Scope } from '../../../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import { blankUser, merge, type Merged } from './merge.js';
import type { User } from '../user.entity.js';

const EARLIER = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-02-02T00:00:00.000Z');
const scope = { tenantId: 'tenant', tenant: { emailDomain: 'uni.example.edu' } } as unknown as Scope;

const named = { email: 'ann@example.edu', firstName: 'Ann', lastName: 'Lee' };
const ann: CreateUpdateUserDto = { ...named, accountType: 'Faculty' };
const stored = merge(scope, blankUser('tenant', '951000001', 'S-1', EARLIER), ann, 'S-1', EARLIER).after;

function send(sent: Partial<CreateUpdateUserDto>, before: User = stored): Merged {
  return merge(scope, before, { ...ann, ...sent }, before.legacyNumber, NOW);
}

describe('merging what a caller sent', () => {
  it('changes nothing, not even updatedAt, when all of it is stored already', () => {
    expect(send({})).toEqual({ after: stored, changed: [], warnings: [] });
  });

  it('leaves what was stored as it was', () => {
    const before = structuredClone(stored);

    send({ firstName: 'Anna', userTags: ['x'], facultyProfile: { tools: ['R'] } });

    expect(stored).toEqual(before);
  });

  it.each<[Partial<CreateUpdateUserDto>, string[]]>([
    [{ email: 'ANN@example.edu' }, ['email']],
    [{ firstName: 'Anna', lastName: 'Li' }, ['firstName', 'lastName']],
    [{ accountType: 'Staff' }, ['accountType']],
    [{ accountStatus: 'inactive' }, ['accountStatus']],
    [{ degree: 'EdD', yearOfEntry: 2024 }, ['degree', 'yearOfEntry']],
    [{ hideProfilePage: true }, ['hideProfilePage']],
    [{ userTags: ['a', 'b'] }, ['userTags']],
    [{ customFields: { cohort: 'B' } }, ['customFields']],
    [{ role: 'dean' }, ['role']],
    [
      { facultyProfile: { tools: ['R'], isExternal: false } },
      ['facultyProfile.tools', 'facultyProfile.isExternal'],
    ],
  ])('of %j names the changed fields and moves updatedAt', (sent, changed) => {
    const merged = send(sent);

    expect(merged.changed).toEqual(changed);
    expect(merged.after.updatedAt).toBe(NOW);
    expect(merged.after.createdAt).toBe(EARLIER);
    expect(send(sent, merged.after).changed).toEqual([]);
  });

  it('keeps the stored list, object and profile when the sent one is equal, so that it is not written again', () => {
    const sent = { userTags: ['a'], customFields: { b: 1, a: [2] }, facultyProfile: { tools: ['R'] } };
    const before = send(sent).after;
    const again = { ...structuredClone(sent), customFields: { a: [2], b: 1 }, degree: 'EdD' };
    const { after } = send(again, before);
    expect(after.degree).toBe('EdD');
    for (const field of ['userTags', 'customFields', 'facultyProfile'] as const)
      expect(after[field]).toBe(before[field]);
  });

  it('names a new legacyNumber', () => {
    const { after, changed } = merge(scope, stored, ann, 'S-2', NOW);

    expect(after.legacyNumber).toBe('S-2');
    expect(changed).toEqual(['legacyNumber']);
  });

  it.each<[keyof CreateUpdateUserDto & keyof User, unknown, unknown]>([
    ['accountStatus', 'inactive', 'active'],
    ['degree', 'EdD', null],
    ['yearOfEntry', 2024, null],
    ['isAffiliatedWithUniversity', false, true],
    ['hideProfilePage', true, false],
    ['userTags', ['a'], null],
    ['customFields', { a: 1 }, null],
    ['role', 'dean', null],
    ['name', 'Dr Lee', null],
    ['domain', 'other.example.edu', null],
    ['facultyProfile', { tools: ['R'] }, null],
  ])('keeps %s when it is omitted and clears it to its default when it is null', (field, value, cleared) => {
    const set = send({ [field]: value }).after;

    expect(set[field]).toEqual(value);
    expect(send({}, set).after[field]).toEqual(value);
    expect(send({ [field]: null }, set).after[field]).toEqual(cleared);
  });

  it('keeps a field of the profile that is not sent, and clears one that is null', () => {
    const before = send({
      facultyProfile: { tools: ['R'], expertiseNotes: 'Surveys', isExternal: true },
    }).after;
    const sent = {
      tools: undefined,
      expertiseNotes: null,
    } as unknown as CreateUpdateUserDto['facultyProfile'];
    const { after } = send({ facultyProfile: sent }, before);
    expect(after.facultyProfile).toEqual({ tools: ['R'], isExternal: true });
  });

  it('takes an empty list or object for nothing, so that a row has one form only', () => {
    expect(send({ userTags: [], customFields: {}, facultyProfile: { tools: [] } }).changed).toEqual([]);
  });

  it('takes the keys of customFields in any order', () => {
    const { after } = send({ customFields: { a: 1, b: { c: 2, d: 3 } } });

    expect(send({ customFields: { b: { d: 3, c: 2 }, a: 1 } }, after).changed).toEqual([]);
  });

  it.each<[string, Partial<CreateUpdateUserDto>]>([
    ['name', { name: 'Ann Lee' }],
    ['role', { role: 'faculty' }],
    ['domain', { domain: 'uni.example.edu' }],
  ])('does not store a %s that equals the default', (_, sent) => {
    expect(send(sent).changed).toEqual([]);
  });
});

describe('merging a faculty profile', () => {
  const full = send({ facultyProfile: { tools: ['R'], highestDegree: 'PhD' } }).after;

  it('keeps the fields that were not sent', () => {
    const { after, changed } = send({ facultyProfile: { tools: ['R', 'NVivo'] } }, full);

    expect(after.facultyProfile).toEqual({ tools: ['R', 'NVivo'], highestDegree: 'PhD' });
    expect(changed).toEqual(['facultyProfile.tools']);
  });

  it.each([null, []])('clears a field that is sent as %j', (tools) => {
    const { after, changed } = send({ facultyProfile: { tools } }, full);

    expect(after.facultyProfile).toEqual({ highestDegree: 'PhD' });
    expect(changed).toEqual(['facultyProfile.tools']);
  });

  it('stores nothing once the last field is cleared', () => {
    const { after } = send({ facultyProfile: { tools: null, highestDegree: null } }, full);

    expect(after.facultyProfile).toBeNull();
  });

  it('warns and keeps what is stored where it would not be shown', () => {
    const facultyProfile = { tools: ['SAS'] };
    const { after, changed, warnings } = send({ accountType: 'Student', facultyProfile }, full);

    expect(after.facultyProfile).toEqual(full.facultyProfile);
    expect(changed).toEqual(['accountType']);
    expect(warnings).toMatchObject([{ field: 'facultyProfile', code: 'IGNORED' }]);
  });

  it('does not warn when there is nothing to ignore', () => {
    expect(send({ accountType: 'Student', facultyProfile: null }, stored).warnings).toEqual([]);
  });
});
