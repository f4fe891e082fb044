import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { blankUser } from '../model/fields/merge.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { addressMayBeReassigned, numberMayBeReassigned, similarityOf } from './reassignment.js';

const STORED: User = {
  ...blankUser('tenant', '950000101', 'S-1', new Date(0)),
  email: 'ann@example.edu',
  emailKey: emailKeyOf('ann@example.edu'),
  firstName: 'Ann',
  lastName: 'Lee',
  monthOfEntry: 9,
  yearOfEntry: 2024,
};
const OTHER: CreateUpdateUserDto = {
  email: 'bruno@example.edu',
  firstName: 'Bruno',
  lastName: 'Castillo',
  accountType: 'Student',
};

describe('the similarity of names', () => {
  it.each([
    ['Ann', 'ann', 1],
    ['José', 'JOSE', 1],
    ['Müller', 'Mueller', 1 - 1 / 7],
    ['Anna', 'Anne', 0.75],
    ['Lee', 'Castillo', 1 - 7 / 8],
    ['', '', 1],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(similarityOf(one, other)).toBeCloseTo(expected, 5);
  });
});

describe('a possible reassignment', () => {
  it.each<[string, Partial<CreateUpdateUserDto>, boolean]>([
    ['differs in names and address, where the entry is not sent', {}, true],
    ['differs in names, address and entry', { monthOfEntry: 9, yearOfEntry: 2026 }, true],
    ['is none with the same entry', { monthOfEntry: 9, yearOfEntry: 2024 }, false],
    ['is none with the same year, where that is all that is known', { yearOfEntry: 2024 }, false],
    ['has another entry when only the month differs', { monthOfEntry: 1, yearOfEntry: 2024 }, true],
    ['has no known entry when it was cleared', { monthOfEntry: null, yearOfEntry: null }, true],
    ['is none with the same address in other letters', { email: 'ANN@example.edu' }, false],
    ['is none with the first name', { firstName: 'Ann' }, false],
    ['is none with the last name, but for accents', { lastName: 'Lée' }, false],
    ['is none with half of the last name', { lastName: 'Leon' }, false],
    ['is none after a marriage', { firstName: 'Ann', lastName: 'Castillo' }, false],
  ])('%s', (_, sent, expected) => {
    expect(numberMayBeReassigned({ ...OTHER, ...sent }, STORED)).toBe(expected);
  });
});

describe('a possible reassignment', () => {
  const yearUnknown: User = { ...STORED, yearOfEntry: null };

  it.each<[string, number, boolean]>([
    ['is none with the same month', 9, false],
    ['has another entry with another month', 1, true],
  ])('%s, where the year is not stored', (_, monthOfEntry, expected) => {
    expect(numberMayBeReassigned({ ...OTHER, monthOfEntry, yearOfEntry: 2024 }, yearUnknown)).toBe(expected);
  });
});

describe('a possible reassignment of an address', () => {
  const left = { ...STORED, legacyNumber: 'S-1', accountStatus: 'inactive' } as User;
  const active = { ...left, accountStatus: 'active' } as User;
  const sent = { ...OTHER, email: STORED.email, externalId: 'S-9' };

  it.each<[string, User, Partial<CreateUpdateUserDto>, boolean]>([
    ['differs in names and number', active, {}, true],
    ['differs in names and entry', active, { externalId: 'S-1', yearOfEntry: 2026 }, true],
    [
      'is none with number and entry',
      active,
      { externalId: 'S-1', monthOfEntry: 9, yearOfEntry: 2024 },
      false,
    ],
    [
      'is none with the entry of a person without a number',
      { ...active, legacyNumber: null },
      { monthOfEntry: 9, yearOfEntry: 2024 },
      false,
    ],
    ['is none with the last name of an active person', active, { lastName: 'Lee' }, false],
    ['is none with the first name', left, { firstName: 'Ann' }, false],
    [
      'differs in the names of a person who has left',
      left,
      { externalId: 'S-1', monthOfEntry: 9, yearOfEntry: 2024 },
      true,
    ],
    ['differs in first name and number of a person who has left', left, { lastName: 'Lee' }, true],
    ['is none with last name and number', left, { externalId: 'S-1', lastName: 'Lee' }, false],
    [
      'is none with the last name where no number is sent',
      left,
      { externalId: null, lastName: 'Lee' },
      false,
    ],
  ])('%s', (_, stored, changes, expected) => {
    expect(addressMayBeReassigned({ ...sent, ...changes }, stored)).toBe(expected);
  });
});
