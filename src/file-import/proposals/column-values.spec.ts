import { ColumnValues, termNameOf } from './column-values.js';

it.each([
  ['Fall 2026', 'Fall'],
  ['Fall Semester 2026', 'Fall'],
  ['2026FA', 'FA'],
  ['2026 Spring', 'Spring'],
  ['202610', 'YYYY10'],
  ['2268', '2YY8'],
  ['26/FA', 'YY/FA'],
  ['FA26', 'FAYY'],
  ['9/18/2026', undefined],
  ['soon', undefined],
  ['12345', undefined],
  ['', undefined],
])('A table of terms would have %j as %j', (cell, name) => {
  expect(termNameOf(cell)).toBe(name);
});

it.each([
  [['2026-09-01'], 'YYYY-M-D'],
  [['9/18/2026', '9/1/2026'], 'M/D/YYYY'],
  [['18/9/2026'], 'D/M/YYYY'],
  [['18-SEP-2026'], 'DD-MON-YYYY'],
  [['20260918'], 'YYYYMMDD'],
  [['9/8/2026'], undefined],
  [['9/18/2026', 'soon'], undefined],
  [[], undefined],
])('The only format of the dates %j is %j', (cells, format) => {
  expect(new ColumnValues(cells).dateFormat).toBe(format);
});

it('One damaged cell of many hides no column of addresses', () => {
  const addresses = Array.from({ length: 9 }, (_, n) => `p${n}@example.edu`);
  expect(new ColumnValues([...addresses, 'unknown']).areAddresses).toBe(true);
  expect(new ColumnValues(['p@example.edu', 'unknown']).areAddresses).toBe(false);
});
