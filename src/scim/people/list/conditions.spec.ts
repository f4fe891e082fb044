import { parseFilter } from '../../filter/parse-filter.js';
import { EXTENSION } from '../../schema/urns.js';
import { conditionOf } from './conditions.js';
import { lookUpsOf } from './person-look-ups.js';

const KEYS = { tenantId: 't', connectionId: 'c' };

describe('the look-ups of a filter', () => {
  it.each<[string, string[] | undefined]>([
    ['userName eq "a"', ['userName a']],
    ['externalId eq "a" and active eq true', ['externalId a']],
    ['active eq true and (title pr and emails.value eq "a")', ['email a']],
    ['emails[type eq "work"].value eq "a"', ['email a']],
    ['emails[type eq "work" and value eq "a"]', ['email a']],
    ['emails eq "a" or id eq "b"', ['email a', 'id b']],
    ['displayName eq "a" and userName eq "b"', ['userName b']],
    ['(userName eq "a" or userName eq "b") and externalId eq "c"', ['userName a', 'userName b']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', ['userName a']],
    ['userName eq "a" or title eq "b"', undefined],
    ['not (userName eq "a")', undefined],
    ['userName sw "a"', undefined],
    ['userName eq null', undefined],
    ['constructor eq "a"', undefined],
    ['emails.type eq "work"', undefined],
    ['phoneNumbers[value eq "a"]', undefined],
    [`${EXTENSION}:id eq "a"`, undefined],
  ])('%s', (filter, expected) => {
    const lookUps = lookUpsOf(parseFilter(filter));
    expect(lookUps?.map(({ kind, value }) => `${kind} ${value}`)).toEqual(expected);
  });
});

describe('the condition of a filter', () => {
  it.each<[string, string, boolean]>([
    ['active eq true', 'u.`accountStatus` = ?', true],
    ['not (active eq "False")', 'NOT u.`accountStatus` = ?', true],
    ['active eq true and title pr', '(u.`accountStatus` = ? AND TRUE)', false],
    ['active eq true or title pr', '(u.`accountStatus` = ? OR TRUE)', false],
    ['not (active eq true and title pr)', 'TRUE', false],
    ['userName pr', 'TRUE', true],
    ['active eq null', 'FALSE', true],
    [
      'meta.lastModified lt "2026-01-01T00:00:00Z"',
      '(u.`updatedAt` < ? AND COALESCE(l.`updatedAt`, u.`updatedAt`) < ?)',
      true,
    ],
  ])('%s', (filter, sql, isExact) => {
    expect(conditionOf(parseFilter(filter), KEYS)).toMatchObject({ sql, isExact });
  });

  it('brings as many values as it has places', () => {
    const filter =
      'meta.lastModified ge "2026-01-01T00:00:00Z" and (active ne true or meta.lastModified le "2027-01-01")';
    const { sql, values } = conditionOf(parseFilter(filter), KEYS);
    expect(sql.split('?')).toHaveLength(values.length + 1);
  });
});
