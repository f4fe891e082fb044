import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from '../config/environment.js';
import { outputOf } from './key-command.js';
import { readServerKeys, withKeysRead } from './read-server-keys.js';

const KEY = 'k'.repeat(40);
const OTHER = 'o'.repeat(40);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-keys-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function fileWith(text: string): Promise<string> {
  const file = join(folder, 'key');
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

async function keysOf(env: Readonly<Record<string, string>>): Promise<(string | undefined)[]> {
  const { current, previous } = await readServerKeys(readConfig({ DATA_DIR: folder, ...env }));
  return [current.text, previous?.text];
}

/** The standard output, or the standard error and the exit code, of Node. */
function nodeCommand(script: string): string {
  return `"${process.execPath}" -e "${script}"`;
}

describe('server keys are read', () => {
  it('from a file and from a command, without the line break at the end', async () => {
    const SERVER_KEY_FILE = await fileWith(`${KEY}\n`);
    const SERVER_KEY_PREVIOUS_COMMAND = nodeCommand(`console.log('${OTHER}')`);
    expect(await keysOf({ SERVER_KEY_FILE, SERVER_KEY_PREVIOUS_COMMAND })).toEqual([KEY, OTHER]);
  });

  it('from a file of the data directory, which is made once, for its owner alone', async () => {
    const [made] = await keysOf({});
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(await keysOf({})).toEqual([made, undefined]);
    expect((await stat(join(folder, 'server.key'))).mode & 0o777).toBe(0o600);
  });
});

describe('no key is', () => {
  it.each([
    ['an empty file', '\n', 'SERVER_KEY_FILE: the key is empty; it must have at least 32 characters.'],
    ['a short file', 'short\n', 'SERVER_KEY_FILE: the key has 5 characters; it must have at least 32.'],
    [
      'a file of two lines',
      `${KEY}\n${KEY}\n`,
      'SERVER_KEY_FILE: the key has several lines; it must be one.',
    ],
  ])('%s', async (_, text, message) => {
    await expect(keysOf({ SERVER_KEY_FILE: await fileWith(text) })).rejects.toThrow(message);
  });

  it('a file that is missing', async () => {
    const SERVER_KEY_FILE = join(folder, 'none');
    await expect(keysOf({ SERVER_KEY_FILE })).rejects.toThrow(
      `SERVER_KEY_FILE: there is no file ${SERVER_KEY_FILE}; name a file that contains the key.`,
    );
  });

  it('a file of the data directory that others may read', async () => {
    await writeFile(join(folder, 'server.key'), KEY, { mode: 0o644 });
    await expect(keysOf({})).rejects.toThrow(/^DATA_DIR: .*server\.key has mode 0644.*chmod 0600/);
  });

  it('the previous key that is the current one', async () => {
    await expect(keysOf({ SERVER_KEY: KEY, SERVER_KEY_PREVIOUS: KEY })).rejects.toThrow(
      'SERVER_KEY_PREVIOUS has the same key as the current one; remove it.',
    );
  });
});

describe('a command that fails', () => {
  it.each([
    [
      `console.log('${KEY}');console.error('not logged in');process.exit(3)`,
      / ended with 3: not logged in; it must print/,
    ],
    [`console.log('${KEY}');process.exit(1)`, / ended with 1; it must print/],
    [`process.kill(process.pid,'SIGTERM')`, / was ended by SIGTERM; it must print/],
    [`console.log('x'.repeat(100000))`, / printed more than a key; it must print/],
  ])('%s is reported without its output', async (script, message) => {
    const failure = await keysOf({ SERVER_KEY_COMMAND: nodeCommand(script) }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ message: expect.stringMatching(message) as string });
    expect(String(failure)).toMatch(/^StartupProblem: SERVER_KEY_COMMAND: /);
    expect(String(failure)).not.toContain(KEY);
    expect(String(failure)).not.toContain('xxxx');
  });

  it('is one that cannot be started', async () => {
    await expect(keysOf({ SERVER_KEY_COMMAND: join(folder, 'none') })).rejects.toThrow(
      /could not be started \(ENOENT\); it must print/,
    );
  });

  it('is one that does not end in time', async () => {
    const words = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
    await expect(outputOf(words, 'SERVER_KEY_COMMAND', { timeoutMs: 300 })).rejects.toThrow(
      /did not end within 0\.3 seconds; it must print/,
    );
  });

  it('is an empty answer', async () => {
    await expect(keysOf({ SERVER_KEY_COMMAND: nodeCommand('0') })).rejects.toThrow(
      'SERVER_KEY_COMMAND: the key is empty; it must have at least 32 characters.',
    );
  });
});

describe('before a start', () => {
  it('a command is run once, and its key is passed on', async () => {
    const runs = join(folder, 'runs');
    const script = `require('fs').appendFileSync('${runs}', 'x');console.log('${KEY}')`;
    const given = readConfig({ DATA_DIR: folder, SERVER_KEY_COMMAND: nodeCommand(script) });
    const config = await withKeysRead(given);
    expect((await readServerKeys(config)).current.text).toBe(KEY);
    expect((await stat(runs)).size).toBe(1);
  });

  it('no key is made in the data directory', async () => {
    const config = readConfig({ DATA_DIR: folder });
    expect(await withKeysRead(config)).toEqual(config);
    expect(await readdir(folder)).toEqual([]);
  });

  it('everything that is wrong with both keys is named', async () => {
    const env = { SERVER_KEY_FILE: join(folder, 'none'), SERVER_KEY_PREVIOUS_FILE: join(folder, 'neither') };
    await expect(withKeysRead(readConfig(env))).rejects.toThrow(
      /^SERVER_KEY_FILE: there is no file .+\nSERVER_KEY_PREVIOUS_FILE: there is no file .+$/,
    );
  });

  it('a command that is not waited for any more is ended', async () => {
    const SERVER_KEY_COMMAND = nodeCommand('setTimeout(() => {}, 60_000)');
    const giveUp = AbortSignal.timeout(200);
    await expect(withKeysRead(readConfig({ SERVER_KEY_COMMAND }), giveUp)).rejects.toThrow(
      /^SERVER_KEY_COMMAND: .+ had not ended when the service had found other problems; /,
    );
  });
});
