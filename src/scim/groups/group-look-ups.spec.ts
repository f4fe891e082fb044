import { parseFilter } from '../filter/parse-filter.js';
import { GROUP } from '../schema/urns.js';
import { groupLookUpsOf, membersAskedBy } from './group-look-ups.js';

describe('the look-ups of a filter of groups', () => {
  it.each<[string, string[] | undefined]>([
    ['displayName eq "A"', ['displayNameKey a']],
    [`${GROUP}:displayName eq "A"`, ['displayNameKey a']],
    [
      'displayName eq "a" or displayName eq "b" or id eq "c"',
      ['displayNameKey a', 'displayNameKey b', 'id c'],
    ],
    ['members.value eq "1" and displayName eq "a"', ['displayNameKey a']],
    ['members eq "1"', ['member 1']],
    ['members[value eq "1" and display co "x"]', ['member 1']],
    ['(members.value eq "1" or externalId eq "x") and meta.created pr', ['member 1', 'externalId x']],
    ['displayName eq "a" or meta.created pr', undefined],
    ['members[display eq "x"]', undefined],
    ['members.display eq "x"', undefined],
    ['not (displayName eq "a")', undefined],
    ['displayName eq null', undefined],
    ['urn:other:1.0:displayName eq "a"', undefined],
  ])('%s', (filter, expected) => {
    const lookUps = groupLookUpsOf(parseFilter(filter));
    expect(lookUps?.map(({ kind, value }) => `${kind} ${value}`)).toEqual(expected);
  });
});

describe('the members by whom a filter distinguishes groups', () => {
  it.each<[string, string[] | undefined]>([
    ['displayName eq "a" or externalId pr', []],
    ['members.value eq "1" or not (members ne "2")', ['1', '2']],
    ['members[value eq "1" or value eq "2"] and displayName pr', ['1', '2']],
    ['members pr', undefined],
    ['members.value pr', undefined],
    ['members.value sw "9"', undefined],
    ['members eq null', undefined],
    ['members.display eq "x"', undefined],
    ['members[value ne "1"]', undefined],
    ['members[value eq "1" and display co "x"]', undefined],
    ['members.value eq "1" and members.type eq "User"', undefined],
  ])('%s', (filter, expected) => {
    expect(membersAskedBy(parseFilter(filter))).toEqual(expected);
  });
});
