import { keySourceOf, wordsOf } from './key-source.js';

const KEY = 'k'.repeat(32);

describe('the words of a command', () => {
  it.each([
    ['vault kv get -field=key secret/app', ['vault', 'kv', 'get', '-field=key', 'secret/app']],
    ['  pass   show\tapp ', ['pass', 'show', 'app']],
    [`sh -c 'cat /key | head -1'`, ['sh', '-c', 'cat /key | head -1']],
    [`"/opt/key tool/bin" --name="a 'b'"`, ['/opt/key tool/bin', `--name=a 'b'`]],
    [`aws ''`, ['aws', '']],
    ['echo $HOME', ['echo', '$HOME']],
    ['say "never closed', undefined],
    [`it's`, undefined],
    [`""`, undefined],
    ['', undefined],
  ])('%j', (command, words) => {
    expect(wordsOf(command)).toEqual(words);
  });
});

describe('where a server key is', () => {
  it.each([
    ['nothing is set', {}, undefined],
    ['the key', { SERVER_KEY: ` ${KEY}\n` }, { from: 'value', name: 'SERVER_KEY', value: KEY }],
    ['a file', { SERVER_KEY_FILE: '/k' }, { from: 'file', name: 'SERVER_KEY_FILE', path: '/k' }],
    [
      'a command',
      { SERVER_KEY_COMMAND: 'pass show app' },
      { from: 'command', name: 'SERVER_KEY_COMMAND', words: ['pass', 'show', 'app'] },
    ],
    ['a short key', { SERVER_KEY: 'k'.repeat(31) }, 'SERVER_KEY must have at least 32 characters'],
    [
      'blanks do not count',
      { SERVER_KEY: ` ${'k'.repeat(31)} ` },
      'SERVER_KEY must have at least 32 characters',
    ],
    [
      'two of them',
      { SERVER_KEY: KEY, SERVER_KEY_FILE: '/k' },
      'SERVER_KEY and SERVER_KEY_FILE are set; set one of them',
    ],
    [
      'all of them',
      { SERVER_KEY: KEY, SERVER_KEY_FILE: '/k', SERVER_KEY_COMMAND: 'k' },
      'SERVER_KEY and SERVER_KEY_FILE and SERVER_KEY_COMMAND are set; set one of them',
    ],
    [
      'an open quote',
      { SERVER_KEY_COMMAND: 'say "x' },
      'SERVER_KEY_COMMAND must be a program with its arguments, and each quote must be closed',
    ],
  ])('%s', (_, variables, source) => {
    expect(keySourceOf(variables, 'SERVER_KEY')).toEqual(source);
  });

  it('of the previous key is named by its own variables', () => {
    const both = { SERVER_KEY: KEY, SERVER_KEY_PREVIOUS: 'short' };
    expect(keySourceOf(both, 'SERVER_KEY_PREVIOUS')).toBe(
      'SERVER_KEY_PREVIOUS must have at least 32 characters',
    );
  });
});
