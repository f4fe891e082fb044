import { readArguments } from './arguments.js';

const complete = ['people.csv', '--url', 'http://127.0.0.1:3000', '--key', 'k', '--secret', 's'];

describe('The arguments', () => {
  it('that are missing are named at once', () => {
    expect(() => readArguments([], { INTEGRATION_API_KEY: 'k' })).toThrow(
      'the file is missing; name one, or - for standard input. --url is missing; give it, or set ' +
        'INTEGRATION_API_URL. --secret is missing; give it, or set INTEGRATION_API_SECRET',
    );
  });

  it('have defaults', () => {
    expect(readArguments(complete, {})).toEqual({
      file: 'people.csv',
      key: 'k',
      secret: 's',
      encoding: 'utf-8',
      attempts: 8,
      timeout: 60_000,
      backoffBase: 500,
      dryRun: false,
      blankClears: false,
      json: false,
      url: 'http://127.0.0.1:3000',
    });
  });

  it('may come from the environment, and those given win', () => {
    const env = {
      INTEGRATION_API_URL: 'https://api.example.edu',
      INTEGRATION_API_KEY: 'envKey',
      INTEGRATION_API_SECRET: 'envSecret',
    };
    const args = readArguments(['-', '--key', 'given'], env);
    expect(args).toMatchObject({ key: 'given', secret: 'envSecret', url: 'https://api.example.edu' });
  });

  it('take the name of the run that is given', () => {
    expect(readArguments([...complete, '--run', 'night:7'], {})).toMatchObject({ run: 'night:7' });
  });

  it('need no credential for a proposal, and take no mapping then', () => {
    expect(readArguments(['people.csv', '--propose', 'm.json', '--format', 'csv'], {})).toEqual({
      file: 'people.csv',
      encoding: 'utf-8',
      format: 'csv',
      propose: 'm.json',
    });
    expect(() => readArguments(['a.csv', '--propose', 'm.json', '--map', 'n.json'], {})).toThrow(
      'takes no --map',
    );
    expect(() => readArguments(['--propose', 'm.json'], {})).toThrow('the file is missing');
  });

  it('take the sheet of a workbook', () => {
    expect(readArguments([...complete, '--sheet', 'Students 2026'], {})?.sheet).toBe('Students 2026');
  });

  it('ask for help', () => {
    expect(readArguments(['--help'], {})).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['the file is missing', ['--key', 'k']],
    ['one file at a time: b.csv is too much', [...complete, 'b.csv']],
    ['--url is missing; give it, or set INTEGRATION_API_URL', ['a.csv']],
    ['--key is missing; give it, or set INTEGRATION_API_KEY', ['a.csv', '--url', 'http://h']],
    [
      '--secret is missing; give it, or set INTEGRATION_API_SECRET',
      ['a.csv', '--url', 'http://h', '--key', 'k'],
    ],
    ['--url here is not an address such as http://127.0.0.1:3000', [...complete, '--url', 'here']],
    ['--url ftp://h must begin with http:// or https://', [...complete, '--url', 'ftp://h']],
    ['--url must be without a user; give --key and --secret', [...complete, '--url', 'http://u:p@h']],
    ['--secret has characters that no credential has', [...complete, '--secret', 'a\nb']],
    ['--retries none must be a number above 0', [...complete, '--retries', 'none']],
    ['--retries 0 must be a number above 0', [...complete, '--retries', '0']],
    ['--timeout -1', [...complete, '--timeout=-1']],
    ['--format xml must be one of ndjson, csv, json, xlsx', [...complete, '--format', 'xml']],
    ['--encoding klingon is not known', [...complete, '--encoding', 'klingon']],
    [
      '--run two words must be 1 to 100 of A-Z, a-z, 0-9 and . _ : - that do not begin with undo:',
      [...complete, '--run', 'two words'],
    ],
    ['--run undo:night must be', [...complete, '--run', 'undo:night']],
    ["Unknown option '--dryrun'", [...complete, '--dryrun']],
  ])('are refused: %s', (message, argv) => {
    expect(() => readArguments(argv, {})).toThrow(message);
  });
});
