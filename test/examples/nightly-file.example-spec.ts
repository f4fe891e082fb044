import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { BUILD_LIMIT_MS, ensureBuilt, PROJECT_ROOT, ScriptProcess } from '../support/service-process.js';

/** A command of the guide, with the lines that the guide shows of what it prints. */
interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

const STEP = /^```sh\n([^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm;
const END_OF_STEP = '== end of the step';
const LIMIT_MS = 300_000;

const STEPS: readonly Step[] = [
  ...readFileSync(join(PROJECT_ROOT, 'docs/nightly-file.md'), 'utf8').matchAll(STEP),
].map(([, command = '', shown = '']) => ({
  command,
  shown: shown.split('\n').filter((line) => line !== ''),
}));

/** Which of these lines a text has, in their order; of each as much as the guide shows. */
function found(lines: readonly string[], text: string): string[] {
  let from = 0;
  return lines.filter((line) => {
    const at = text.indexOf(line, from);
    if (at >= 0) from = at + line.length;
    return at >= 0;
  });
}

let scratch: string;
let service: ScriptProcess;
let printed: readonly string[];

/** Runs all commands in one shell, as a reader does, in a folder that stands for the top of the repository. */
beforeAll(async () => {
  await ensureBuilt();
  scratch = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nightly-file-'));
  const dataDir = join(scratch, '.data');
  service = new ScriptProcess('start.mjs', [], { DATA_DIR: dataDir, PORT: '0' });
  const { port } = new URL(await service.ready());
  for (const name of ['package.json', 'scripts', 'examples', 'node_modules'])
    await symlink(join(PROJECT_ROOT, name), join(scratch, name));
  await writeFile(
    join(scratch, 'guide.sh'),
    `cd ${scratch}\n` + STEPS.map(({ command }) => `${command}echo '${END_OF_STEP}'\n`).join(''),
  );
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: port, BUILD_PAGES: 'false' };
  const { stdout } = await promisify(execFile)('sh', ['-e', 'guide.sh'], { cwd: scratch, env });
  printed = stdout.split(`${END_OF_STEP}\n`);
}, BUILD_LIMIT_MS + LIMIT_MS);

afterAll(async () => {
  await service.stop();
  await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
});

describe('the guide to the nightly file', () => {
  it('has steps, most of which show what they print', () => {
    expect(STEPS.filter(({ shown }) => shown.length > 0).length).toBeGreaterThan(STEPS.length / 2);
  });

  it.each(STEPS.map((step, place) => [step.command.split('\n')[0], place] as const))(
    'shows what is printed by %s (step %p)',
    (_, place) => {
      const shown = STEPS[place]?.shown ?? [];
      expect(found(shown, printed[place] ?? '')).toEqual(shown);
    },
  );

  it('ends with no alert', () => {
    expect(printed[STEPS.length - 1]?.trimEnd().split('\n').at(-1)).toBe('No alerts.');
  });
});
