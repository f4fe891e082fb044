import { dueByTemplate } from './due-dates.js';

describe('the due date of a template', () => {
  it.each([
    ['2024-09-01', 1000, '2027-05-29'],
    ['2024-09-01', 0, '2024-09-01'],
    ['9999-01-01', 364, '9999-12-31'],
    ['9999-01-01', 365, null],
    ['9999-01-01', 36_525, null],
    ['2024-09-01', null, null],
    [null, 1000, null],
  ])('from %s after %s days is %s', (startsOn, dueAfterDays, due) => {
    expect(dueByTemplate(startsOn, { dueAfterDays })).toBe(due);
  });
});
