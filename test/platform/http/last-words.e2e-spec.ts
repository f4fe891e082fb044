import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { BUILD_LIMIT_MS, ensureBuilt } from '../../support/service-process.js';

const LOGGER = pathToFileURL(resolve('dist/logging/json-logger.js')).href;
/** Logs a line on request, and ends at once, like the service. */
const PROGRAM = `
  const { finishOutput, JsonLogger } = await import(process.argv[1]);
  const logger = new JsonLogger('info');
  process.stdin.once('data', async () => {
    logger.log('the last words');
    await finishOutput();
    process.exit(0);
  });
  process.stderr.write('ready');
`;

let child: ChildProcess | undefined;

beforeAll(ensureBuilt, BUILD_LIMIT_MS);

afterEach(() => {
  child?.kill('SIGKILL');
});

async function speaker(): Promise<ReturnType<typeof started>> {
  const speaking = started();
  child = speaking;
  await once(speaking.stderr, 'data');
  return speaking;
}

function started() {
  const args = ['--input-type=module', '-e', PROGRAM, LOGGER];
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
}

describe('what a process says last', () => {
  it('is read by the process at the other end', async () => {
    const speaking = await speaker();
    const received = once(speaking.stdout, 'data');
    speaking.stdin.write('go');
    expect(String(await received)).toContain('the last words');
    expect(await once(speaking, 'exit')).toEqual([0, null]);
  });

  it('does not keep the process when the reader has closed the pipe', async () => {
    const speaking = await speaker();
    speaking.stdout.destroy();
    await once(speaking.stdout, 'close');
    speaking.stdin.write('go');
    expect(await once(speaking, 'exit')).toEqual([0, null]);
  });
});
