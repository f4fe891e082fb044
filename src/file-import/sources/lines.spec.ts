import { splitLines } from './lines.js';

// oxlint-disable-next-line typescript/require-await -- an asynchronous source without anything to wait for
async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function lines(limit: number, ...texts: string[]): Promise<[number, string][]> {
  const result: [number, string][] = [];
  for await (const { number, bytes } of splitLines(chunks(...texts), limit))
    result.push([number, bytes.toString()]);
  return result;
}

describe('Lines', () => {
  it.each<[string, string[], [number, string][]]>([
    [
      'with and without an end',
      ['a\nb'],
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'cut by chunks',
      ['a', 'b\nc', '\n', 'd\n'],
      [
        [1, 'ab'],
        [2, 'c'],
        [3, 'd'],
      ],
    ],
    [
      'that are blank',
      ['\n\r\n\na'],
      [
        [1, ''],
        [2, '\r'],
        [3, ''],
        [4, 'a'],
      ],
    ],
    ['of nothing', [], []],
  ])('%s are split', async (_, texts, expected) => {
    expect(await lines(100, ...texts)).toEqual(expected);
  });

  it('are cut at the limit', async () => {
    expect(await lines(4, 'abc', 'defg', 'h\nij\nklmnop')).toEqual([
      [1, 'abcd'],
      [2, 'ij'],
      [3, 'klmn'],
    ]);
  });
});
