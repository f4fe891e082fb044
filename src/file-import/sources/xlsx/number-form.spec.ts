import { builtInForm, formOf } from './number-form.js';

describe('a written number format', () => {
  it.each([
    'yyyy-mm-dd',
    'd/m/yy h:mm',
    '[$-409]d\\-mmm\\-yyyy;@',
    'mmm\\ yyyy',
    '[Red]dd.mm.yyyy',
    'mmmm',
    'yyyy"年"m"月"d"日"',
    'YYYY\\-MM\\-DD',
  ])('is one of dates: %s', (code) => {
    expect(formOf(code)).toEqual({ isDate: true, digits: 0 });
  });

  it.each([
    'General',
    '0',
    '0.00',
    '#,##0',
    '0.00E+00',
    '@',
    'h:mm',
    '[h]:mm:ss',
    'mm:ss',
    '"day "0',
    '\\d0',
    '[$-409]General',
    '0_d',
    '0" years"',
    '',
  ])('is none of dates: %s', (code) => {
    expect(formOf(code)).toEqual({ isDate: false, digits: 0 });
  });

  it.each([
    ['000000', 6],
    ['00', 2],
    ['0000000;@', 7],
    ['[Blue]00000', 5],
  ])('pads where it is zeros: %s', (code, digits) => {
    expect(formOf(code)).toEqual({ isDate: false, digits });
  });
});

it.each([
  [0, false],
  [1, false],
  [14, true],
  [17, true],
  [18, false],
  [21, false],
  [22, true],
  [45, false],
  [49, false],
  [57, true],
])('the format %d that is not written out is one of dates: %s', (id, isDate) => {
  expect(builtInForm(id).isDate).toBe(isDate);
});
