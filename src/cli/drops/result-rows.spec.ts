import { linesOf } from './result-rows.js';

const error = { code: 'VALIDATION_FAILED', message: 'The row is refused.' };

describe('a refused row', () => {
  it('has a line for each of its problems', () => {
    const details = [
      { field: 'email', code: 'isEmail', message: 'email must be an address' },
      { field: 'firstName', code: 'isNotEmpty', message: 'firstName must not be blank' },
    ];
    expect(linesOf({ line: 7, error: { ...error, details }, row: { externalId: 'S-7' } })).toEqual([
      [7, 'S-7', 'email', 'isEmail', 'email must be an address'],
      [7, 'S-7', 'firstName', 'isNotEmpty', 'firstName must not be blank'],
    ]);
  });

  it('has a line when no field is named, and what was sent is no person', () => {
    for (const row of [null, 'no JSON', [], {}, { externalId: {} }])
      expect(linesOf({ line: 7, error, row })).toEqual([[7, null, null, error.code, error.message]]);
    expect(linesOf({ line: 7, error, row: { externalId: 12 } })[0]?.[1]).toBe('12');
  });
});
