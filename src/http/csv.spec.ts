import { csvOf, type CsvValue, momentsIn } from './csv.js';

async function textOf(rows: readonly (readonly CsvValue[])[]): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of csvOf(['a', 'b'], ReadableStream.from(rows))) chunks.push(chunk);
  return chunks.join('');
}

describe('a CSV file', () => {
  it.each<[CsvValue, string]>([
    ['plain', 'plain'],
    [null, ''],
    [-3, '-3'],
    ['a, "b"', '"a, ""b"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
  ])('has %j as %j', async (value, cell) => {
    expect(await textOf([[value, 'x']])).toBe(`\uFEFFa,b\r\n${cell},x\r\n`);
  });

  it('has every row, however many there are', async () => {
    const rows = Array.from({ length: 1234 }, (_, n) => [n, 'x']);
    expect((await textOf(rows)).trimEnd().split('\r\n')).toHaveLength(1235);
  });
});

describe('a moment', () => {
  it.each([
    ['UTC', '2026-11-23 23:05:12'],
    ['Europe/Paris', '2026-11-24 00:05:12'],
    ['America/New_York', '2026-11-23 18:05:12'],
  ])('in %s is %s', (zone, text) => {
    expect(momentsIn(zone)(new Date('2026-11-23T23:05:12.345Z'))).toBe(text);
  });
});
