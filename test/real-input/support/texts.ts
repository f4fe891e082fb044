import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface CldrName {
  given?: string;
  surname?: string;
  'surname-prefix'?: string;
  'surname-core'?: string;
  surname2?: string;
}

export async function linesOf(...path: string[]): Promise<string[]> {
  return (await readFile(join(...path), 'utf8')).split('\n').filter((line) => line !== '');
}

export async function naughtyStrings(directory: string): Promise<string[]> {
  return JSON.parse(await readFile(join(directory, 'blns.json'), 'utf8')) as string[];
}

/** Given names and surnames of all collections, each once. */
export async function personNames(directory: string): Promise<string[]> {
  const cldr = (await linesOf(directory, 'cldr-sample-names.ndjson')).flatMap((line) => {
    const name = JSON.parse(line) as CldrName;
    const core = name['surname-core'] ?? name.surname ?? '';
    const surname = `${name['surname-prefix'] ?? ''} ${core} ${name.surname2 ?? ''}`.trim();
    return [name.given ?? '', surname];
  });
  const japanese = [
    ...(await linesOf(directory, 'ja-surnames.csv')),
    ...(await linesOf(directory, 'ja-given.csv')),
  ].flatMap((line) => line.split(',').filter((cell) => !/^\d+$/.test(cell)));
  const chinese = await linesOf(directory, 'zh-names.txt');
  return [...new Set([...cldr, ...japanese, ...chinese])].filter((name) => name !== '');
}
