import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ensurePython } from '../../../scripts/programs/python.mjs';
import { keepSecrets } from '../../support/evidence.js';
import { folderOfFile } from '../../support/folders.js';
import { readDocument } from '../../support/markdown.js';
import { BUILD_LIMIT_MS, ensureBuilt, PROJECT_ROOT, runScript } from '../../support/service-process.js';
import { TestService } from '../../support/service.js';

/** A reader follows one of the three. */
const WAYS = ['feed', 'node', 'python'] as const;
type Way = (typeof WAYS)[number];

/** Commands of one fence, for the readers who follow this way, or for all of them. */
interface Part {
  readonly way: Way | undefined;
  readonly commands: string;
}

/** Fences of commands with only blank lines between them. */
interface Step {
  readonly parts: Part[];
  /** The lines that the tutorial shows of what is printed: to the ways that are named, or to all readers. */
  shown: string[];
}

const FENCE = /^```(\w+) ?(\w*)\n([^]*?)^```$/gm;
const END_OF_STEP = '== end of the step';
/** The three run beside each other; on two cores with much other work it took more than a minute. */
const LIMIT_MS = 300_000;

const isWay = (text: string): text is Way => WAYS.some((way) => way === text);

function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: language, 2: way = '', 3: content = '' } of text.matchAll(FENCE)) {
    const isNext = text.slice(end, index).trim() === '';
    const last = steps.at(-1);
    if (language === 'sh') {
      const part = { way: isWay(way) ? way : undefined, commands: content };
      if (last !== undefined && isNext && last.shown.length === 0) last.parts.push(part);
      else steps.push({ parts: [part], shown: [] });
    } else if (language === 'text' && last !== undefined && isNext) {
      last.shown = content.split('\n').filter((line) => line !== '');
    }
    end = index + whole.length;
  }
  return steps;
}

const TUTORIAL = readDocument('docs/tutorial.md');
const STEPS = stepsOf(TUTORIAL);

const isFor = ({ parts }: Step, way: Way): boolean => parts.some((part) => part.way === way);

function commandsOf({ parts }: Step, way: Way): string {
  return parts
    .filter((part) => part.way === undefined || part.way === way)
    .map(({ commands }) => commands)
    .join('');
}

function shownTo(step: Step, way: Way): readonly string[] {
  const isForAll = step.parts.every((part) => part.way === undefined);
  return isForAll || isFor(step, way) ? step.shown : [];
}

const PROGRAMS = join(PROJECT_ROOT, 'examples/tutorial');

/** Which of these lines a text has, in their order; of each as much as the tutorial shows. */
function found(lines: readonly string[], text: string): string[] {
  let from = 0;
  return lines.filter((line) => {
    const at = text.indexOf(line, from);
    if (at >= 0) from = at + line.length;
    return at >= 0;
  });
}

const folder = folderOfFile('tutorial');
const service = await TestService.ofWorker();

/** Follows the tutorial in one shell, in a folder that stands for the top of the repository. */
async function follow(way: Way): Promise<readonly string[]> {
  const top = join(folder, way);
  await mkdir(join(top, '.data'), { recursive: true });
  for (const name of ['package.json', 'scripts', 'examples', 'clients', 'node_modules'])
    await symlink(join(PROJECT_ROOT, name), join(top, name));
  const { apiKey, apiSecret } = await service.tenant({ scopes: ['sandbox'] });
  await writeFile(join(top, '.data/demo.json'), JSON.stringify({ apiKey, apiSecret }));
  await writeFile(join(top, '.data/service.json'), JSON.stringify([{ url: service.baseUrl }]));
  const commands = STEPS.map((step) => `${commandsOf(step, way)}echo '${END_OF_STEP}'\n`);
  const secrets = 'echo "$INTEGRATION_API_SECRET $password" >.data/secrets\n';
  await writeFile(join(top, 'tutorial.sh'), `${commands.join('')}${secrets}`);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', LANG: 'C.UTF-8' };
  // What goes to the standard error, such as the line of a refused row, is seen in the same terminal.
  const words = ['-c', 'exec sh -e tutorial.sh 2>&1'];
  const { stdout } = await promisify(execFile)('sh', words, { cwd: top, env }).catch((error: unknown) => {
    throw new Error(`The tutorial ended early: ${String(Reflect.get(Object(error), 'stdout'))}`, {
      cause: error,
    });
  });
  keepSecrets('apiSecret', readFileSync(join(top, '.data/secrets'), 'utf8').trim().split(' '));
  return stdout.split(`${END_OF_STEP}\n`);
}

let printed: Readonly<Record<Way, readonly string[]>>;

beforeAll(async () => {
  await ensureBuilt();
  const client = await runScript('build/build-client.mjs', []);
  if (client.code !== 0) throw new Error(client.stderr);
  if ((await ensurePython(['sqlite3'])) === undefined)
    throw new Error('Python 3.9 or later is needed, and cannot be installed.');
  const [feed, node, python] = await Promise.all([follow('feed'), follow('node'), follow('python')]);
  printed = { feed, node, python };
}, BUILD_LIMIT_MS + LIMIT_MS);

describe.each(WAYS)('the tutorial, by %s', (way) => {
  const taken = STEPS.map((step, place) => ({
    first: commandsOf(step, way).split('\n')[0] ?? '',
    shown: shownTo(step, way),
    place,
  })).filter(({ first }) => first !== '');

  it('has steps of its own, most of which show what they print', () => {
    expect(STEPS.filter((step) => isFor(step, way)).length).toBeGreaterThan(5);
    expect(taken.filter(({ shown }) => shown.length > 0).length).toBeGreaterThan(taken.length / 2);
  });

  it.each(taken)('shows what is printed by $first (step $place)', ({ shown, place }) => {
    expect(found(shown, printed[way][place] ?? '')).toEqual(shown);
  });
});

describe('the code that the tutorial shows', () => {
  const blocks = [...TUTORIAL.matchAll(FENCE)].filter(
    ([, language]) => language === 'js' || language === 'python',
  );
  const programs = readdirSync(PROGRAMS)
    .filter((name) => /\.(?:mjs|py)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(PROGRAMS, name), 'utf8') }));

  it('is part of a program that its steps run', () => {
    const unrelated = blocks.filter(([, , , code = '']) => !programs.some(({ text }) => text.includes(code)));
    expect(unrelated.map(([whole]) => whole)).toEqual([]);
  });

  it.each(programs)('has a part of $name, which a step runs', ({ name, text }) => {
    expect(blocks.filter(([, , , code = '']) => text.includes(code))).not.toEqual([]);
    const commands = WAYS.flatMap((way) => STEPS.map((step) => commandsOf(step, way))).join('');
    expect(commands).toContain(`examples/tutorial/${name} `);
  });
});
