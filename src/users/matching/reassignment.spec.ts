import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { blankUser } from '../model/merge.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { mayBeReassigned, similarityOf } from './reassignment.js';

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
    ['is none after a marriage', { firstName: 'Ann', lastName: 'Castillo' }, false],
  ])('%s', (_, sent, expected) => {
    expect(mayBeReassigned({ ...OTHER, ...sent }, STORED)).toBe(expected);
  });
});
