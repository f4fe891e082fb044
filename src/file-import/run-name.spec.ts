import { isRunName, seriesOf } from '../tenancy/sync-run.js';
import { defaultRun, nameInRun } from './run-name.js';

const [NIGHT, NEXT] = [new Date('2026-11-22T23:59:58.250Z'), new Date('2026-11-23T23:59:58Z')];

function runOf(name: string, content: string, now = NIGHT): Promise<string> {
  // oxlint-disable-next-line typescript/require-await -- an asynchronous source without anything to wait for
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(content);
  };
  return defaultRun(name, now, chunks());
}

describe('the run of a file', () => {
  it('is named after the day, the file and its content', async () => {
    expect(await runOf('people.csv.gz', 'a')).toMatch(/^2026-11-22\.people\.csv\.gz\.\d{8}$/);
  });

  it('continues when the same file comes again on the same day', async () => {
    expect(await runOf('people.csv', 'a')).toBe(await runOf('people.csv', 'a'));
  });

  it.each([
    ['of another content', ['people.csv', 'a'], ['people.csv', 'b']],
    ['whose names have no letter of ASCII', ['\u5b78\u751f.csv', 'a'], ['\u6559\u5e2b.csv', 'a']],
    ['whose names differ in signs only', ['a b.csv', 'a'], ['a-b.csv', 'a']],
    [
      'whose long names differ at the end',
      [`${'x'.repeat(200)}1.csv`, 'a'],
      [`${'x'.repeat(200)}2.csv`, 'a'],
    ],
  ] as const)('is another one than that of a file %s', async (_, one, other) => {
    const runs = [await runOf(one[0], one[1]), await runOf(other[0], other[1])];
    expect(new Set(runs).size).toBe(2);
    expect(runs.filter((run) => !isRunName(run))).toEqual([]);
  });

  it('is of one series every night, whatever the content', async () => {
    const nights = [await runOf('\u5b78\u751f 1.csv', 'a'), await runOf('\u5b78\u751f 1.csv', 'b', NEXT)];
    expect(new Set(nights.map(seriesOf)).size).toBe(1);
  });
});

it('the run of what is no file has the time of day', async () => {
  expect(await defaultRun('stdin', NIGHT)).toBe('2026-11-22.stdin.235958');
});

it('a name keeps what can stay of it', () => {
  expect(nameInRun('Personen (K\u00f6ln) 1.csv')).toMatch(/^Personen-Koln-1\.csv-[a-z]{6}$/);
});
