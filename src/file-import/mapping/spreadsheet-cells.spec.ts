import { isErrorOfFormula, lostIdentifierProblem, unwrapped } from './spreadsheet-cells.js';

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

it.each([
  ['#N/A', true],
  ['#div/0!', true],
  ['#NAME?', true],
  ['N/A', false],
  ['#1', false],
  ['Ann #REF!', false],
])('%s is an error of a formula: %s', (text, isError) => {
  expect(isErrorOfFormula(text)).toBe(isError);
});

it.each<[string, unknown, string]>([
  ['a number with a fraction', 12_345.5, 'the number 12345.5'],
  ['a date', new Date('2024-09-01'), 'a date'],
])('%s is no identifier, and the reason says what to do', (_, cell, is) => {
  expect(lostIdentifierProblem(cell)).toMatch(
    new RegExp(`^has ${is} in the place of an identifier; .*format its column as text`),
  );
});

it.each([12, '12.5', '2024-09-01', '', null, undefined])('%j is no lost identifier', (cell) => {
  expect(lostIdentifierProblem(cell)).toBeUndefined();
});
