import { readArguments } from './arguments.js';

const complete = ['--dir', '/srv/drops', '--url', 'http://127.0.0.1:3000', '--key', 'k', '--secret', 's'];

describe('The arguments of drops', () => {
  it('that are missing are named at once', () => {
    expect(() => readArguments(['--key', 'k'], {})).toThrow(
      'dir is missing; give the folder of the files. --url is missing; give it, or set INTEGRATION_API_URL. --secret',
    );
  });

  it('have defaults', () => {
    expect(readArguments(complete, {})).toEqual({
      dir: '/srv/drops',
      url: 'http://127.0.0.1:3000',
      key: 'k',
      secret: 's',
      isOnce: false,
      settle: 10_000,
      attempts: 8,
      timeout: 60_000,
      backoffBase: 500,
      json: false,
    });
  });

  it('ask for help', () => {
    expect(readArguments(['--help'], {})).toBeUndefined();
  });

  it.each([
    ['--settle soon must be seconds from 0 to 86400', [...complete, '--settle', 'soon']],
    ['--settle 86401 must be seconds from 0 to 86400', [...complete, '--settle', '86401']],
    ['--retries 0 must be a number above 0', [...complete, '--retries', '0']],
    ['--url ftp://x must begin with http:// or https://', [...complete, '--url', 'ftp://x']],
    ["Unknown option '--complete'", [...complete, '--complete']],
    ['--dir is missing', ['--dir', ' ', ...complete.slice(2)]],
  ])('are refused: %s', (problem, argv) => {
    expect(() => readArguments(argv, {})).toThrow(problem);
  });
});
