import { type Comparable, compare, fold, type Levels } from './compare.js';

const ANN: Comparable = {
  firstName: 'Ann',
  lastName: 'Wattenberg',
  middleInitial: null,
  emailKey: 'ann.wattenberg@north.example.edu',
  monthOfEntry: null,
  yearOfEntry: null,
  programId: null,
  schoolProgram: null,
  numbers: [],
};

function levelsOf(sent: Partial<Comparable>, stored: Partial<Comparable> = {}): Levels {
  return compare(fold({ ...ANN, ...sent }), fold({ ...ANN, ...stored }));
}

describe('two people', () => {
  it('have no level where one of them lacks the field', () => {
    const program = { programId: 'edd', schoolProgram: 'Law' };
    const sent = { middleInitial: 'M', yearOfEntry: 2024, ...program, numbers: ['S-1'] };
    expect(levelsOf(sent)).toEqual({ lastName: 'same', firstName: 'same', email: 'same' });
    expect(levelsOf({ lastName: '-' })).toEqual({ firstName: 'same', email: 'same' });
  });

  it.each<[keyof Levels, string, Partial<Comparable>, Partial<Comparable>]>([
    ['lastName', 'same', { lastName: 'WÄTTENBERG' }, {}],
    ['lastName', 'sounds', { lastName: 'Watenburg' }, {}],
    ['lastName', 'close', { lastName: 'Mattenberg' }, {}],
    ['lastName', 'close', { lastName: 'Msith' }, { lastName: 'Smith' }],
    ['lastName', 'different', { lastName: 'Lee' }, {}],
    ['firstName', 'different', { firstName: 'Ina' }, { firstName: 'Ian' }],
    ['firstName', 'begins', { firstName: 'A' }, {}],
    ['firstName', 'begins', { firstName: 'Ann Marie' }, {}],
    ['firstName', 'sounds', { firstName: 'Catherine' }, { firstName: 'Kathryn' }],
    ['firstName', 'close', { firstName: 'Marina' }, { firstName: 'Karina' }],
    ['firstName', 'different', { firstName: 'Jo' }, { firstName: 'Joseph' }],
    ['name', 'swapped', { firstName: 'Wattenberg', lastName: 'Ann' }, {}],
    ['middleInitial', 'same', { middleInitial: 'É' }, { middleInitial: 'E' }],
    ['middleInitial', 'different', { middleInitial: 'M' }, { middleInitial: 'N' }],
    ['email', 'localPart', { emailKey: 'ann.wattenberg@other.example.edu' }, {}],
    ['email', 'close', { emailKey: 'ann.watenberg@other.example.edu' }, {}],
    ['email', 'different', { emailKey: 'ann.wattenberg2@north.example.edu' }, {}],
    ['email', 'different', { emailKey: 'aw@north.example.edu' }, {}],
    ['entry', 'same', { yearOfEntry: 2024, monthOfEntry: 9 }, { yearOfEntry: 2024, monthOfEntry: 9 }],
    ['entry', 'year', { yearOfEntry: 2024, monthOfEntry: 9 }, { yearOfEntry: 2024, monthOfEntry: 1 }],
    ['entry', 'year', { yearOfEntry: 2024 }, { yearOfEntry: 2024 }],
    ['entry', 'near', { yearOfEntry: 2024 }, { yearOfEntry: 2023 }],
    ['entry', 'different', { yearOfEntry: 2024 }, { yearOfEntry: 2020 }],
    ['program', 'same', { programId: 'edd', schoolProgram: 'x' }, { programId: 'edd', schoolProgram: 'y' }],
    ['program', 'different', { programId: 'edd' }, { programId: 'phd' }],
    ['program', 'same', { schoolProgram: 'Éducation' }, { schoolProgram: 'education' }],
    ['number', 'same', { numbers: ['S-1'] }, { numbers: ['S-1', '950000001'] }],
    ['number', 'same', { numbers: ['950000001'] }, { numbers: ['S-1', '950000001'] }],
    ['number', 'close', { numbers: ['S-10023'] }, { numbers: ['S-10032'] }],
    ['number', 'close', { numbers: ['S-1003'] }, { numbers: ['S-10032'] }],
    ['number', 'different', { numbers: ['S-1'] }, { numbers: ['S-2'] }],
    ['number', 'different', { numbers: ['S-10023'] }, { numbers: ['S-32001'] }],
  ])('in %s are %s: %j and %j', (field, level, sent, stored) => {
    expect(levelsOf(sent, stored)[field]).toBe(level);
  });

  it('whose names are swapped have no level of each name', () => {
    const levels = levelsOf({ firstName: 'Wattenberg', lastName: 'Ann' });
    expect(levels).toMatchObject({ name: 'swapped' });
    for (const name of ['firstName', 'lastName'] as const) expect(levels[name]).toBeUndefined();
  });
});
