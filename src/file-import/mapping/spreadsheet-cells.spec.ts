import { unwrapped } from './spreadsheet-cells.js';

it.each([
  ['="00123"', '00123'],
  ["'00123", '00123'],
  ['123.0', '123'],
  ['123.00', '123'],
  ['S-1', 'S-1'],
  ['1.5', '1.5'],
  ['1.23457E+11', '1.23457E+11'],
  ["'", "'"],
  ['=""', ''],
])('the identifier of the cell %s is %s', (cell, identifier) => {
  expect(unwrapped(cell)).toBe(identifier);
});
