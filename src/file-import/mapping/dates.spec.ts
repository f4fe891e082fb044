import { dateOfSerial, isDateFormat, isoDate, isoText, parseDate } from './dates.js';

it.each([
  ['9/18/2019 0:00', 'M/D/YYYY', '2019-09-18'],
  ['01-06-2011', 'DD-MM-YYYY', '2011-06-01'],
  ['2019-09-18', undefined, '2019-09-18'],
  ['2019-09-18T00:00:00Z', 'YYYY-MM-DD', '2019-09-18'],
  ['2013-1-03', 'YYYY-MM-DD', '2013-01-03'],
  ['29.2.2024', 'D.M.YYYY', '2024-02-29'],
  ['01-SEP-2024', 'DD-MON-YYYY', '2024-09-01'],
  ['1-sep-24', 'D-MON-YY', '2024-09-01'],
  ['September 1 2024', 'MON D YYYY', '2024-09-01'],
  ['20240901', 'YYYYMMDD', '2024-09-01'],
  ['010924', 'DDMMYY', '2024-09-01'],
  ['9/1/24', 'M/D/YY', '2024-09-01'],
  ['31.12.69', 'D.M.YY', '1969-12-31'],
  ['45536', 'serial', '2024-09-01'],
  ['45536.75', 'serial', '2024-09-01'],
])('the date %s is read as %s', (text, format, day) => {
  const parts = parseDate(text, format);
  expect(parts === undefined ? undefined : isoDate(parts)).toBe(day);
});

it.each<[string, string | undefined, string]>([
  ['18/9/2019', 'M/D/YYYY', 'there is no month 18'],
  ['2023-02-29', undefined, 'there is no such day'],
  ['2019', undefined, 'a year is no date'],
  ['9/18/19', 'M/D/YYYY', 'two digits are no year'],
  ['9-18-2019', 'M/D/YYYY', 'the separator is another'],
  ['01-SEB-2024', 'DD-MON-YYYY', 'there is no such month'],
  ['2024091', 'YYYYMMDD', 'a digit is missing'],
  ['20230229', 'YYYYMMDD', 'there is no such day'],
  ['2024-09-01', 'serial', 'it is no number'],
  ['60', 'serial', 'spreadsheets count a day there that never was'],
  ['soon', undefined, 'it is a word'],
  ['', undefined, 'it is empty'],
])('the text %s is no date of the form %s: %s', (text, format) => {
  expect(parseDate(text, format)).toBeUndefined();
});

it.each(['M/D', 'MM/DD/YYYY/D', 'M/M/YYYY', 'Y M D', 'YYYY/M-D', 'YYYYMD', 'YYYYMONMM', ''])(
  'the format %s is refused',
  (format) => {
    expect(isDateFormat(format)).toBe(false);
  },
);

it.each([
  [45_536, '2024-09-01'],
  [45_536.5625, '2024-09-01T13:30:00'],
  [45_536.9999999, '2024-09-02'],
  [61, '1900-03-01'],
])('the day %d of a spreadsheet is %s', (serial, text) => {
  const date = dateOfSerial(serial);
  expect(date === undefined ? undefined : isoText(date)).toBe(text);
});

it.each([60, -1, 0.5, 3_000_000])('the number %d is no day of a spreadsheet that is certain', (serial) => {
  expect(dateOfSerial(serial)).toBeUndefined();
});
