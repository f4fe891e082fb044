import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { freePorts } from '../../bench/support/ports.js';
import { readDocument, relativeLinks } from '../support/markdown.js';
import { BareMachine } from './bare-machine.js';
import { Repository } from './repository.js';

const VERSION = '7.2.0';
const NAME = `integration-api-${VERSION}`;
/** A release is built, packages are fetched, and databases are made. */
const LONGEST_MS = 1_200_000;
/** What documents of the archive name that is in the repository alone; docs/install.md says so. */
const OF_THE_REPOSITORY = /^(?:CONTRIBUTING\.md$|(?:bench|clients?|examples|pages|src|test)\/)/;

const page = readDocument('docs/install.md');
const [, lines = ''] = /^```sh\n([^]*?)^```$/m.exec(page) ?? [];
const [, shown = ''] = /^```text\n([^]*?)^```$/m.exec(page) ?? [];

let machine: BareMachine;
let port: string;
let ended: Awaited<ReturnType<BareMachine['follow']>>;

/** Follows the page. Only its port is another one, as this machine may use that of the page. */
beforeAll(async () => {
  const repository = await Repository.make();
  machine = new BareMachine();
  try {
    const { code, stderr } = await repository.release(VERSION, '--dry-run');
    if (code !== 0) throw new Error(stderr);
    machine.put(repository.path('release', `${VERSION}-dry-run`, `${NAME}.tar.gz`));
  } finally {
    repository.remove();
  }
  const [free = 0] = await freePorts(1);
  port = String(free);
  ended = await machine.follow(withPort(lines), { PORT: port });
  const { TRANSCRIPT } = process.env;
  if (TRANSCRIPT !== undefined) writeFileSync(TRANSCRIPT, ended.transcript);
}, LONGEST_MS);

afterAll(() => machine.remove(), LONGEST_MS);

function withPort(text: string): string {
  return text.replaceAll(':3000/', `:${port}/`);
}

/** The documents of the archive, by their paths in it. */
function documents(): string[] {
  const top = join(machine.folder, NAME);
  const names = readdirSync(join(top, 'docs'), { recursive: true, encoding: 'utf8' });
  const tops = readdirSync(top).filter((name) => name.endsWith('.md'));
  return [...tops, ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
}

describe('the page "Install", followed on a bare machine', () => {
  it('has ten lines', () => {
    expect(lines.trimEnd().split('\n')).toHaveLength(10);
  });

  it('works, and shows what it says', () => {
    const { code, transcript } = ended;
    const expected = withPort(shown).trimEnd().split('\n');
    const missing = expected.filter((line) => !transcript.includes(line));
    expect({ code, missing, transcript: code === 0 && missing.length === 0 ? '' : transcript }).toEqual({
      code: 0,
      missing: [],
      transcript: '',
    });
  });

  it('serves the administration pages of the archive', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/admin/`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<script');
  });

  it('leaves no tool of the developers there', () => {
    const modules = readdirSync(join(machine.folder, NAME, 'node_modules'));
    expect(modules).toContain('typeorm');
    expect(
      modules.filter((name) => ['jest', 'prettier', 'rolldown', 'playwright-core'].includes(name)),
    ).toEqual([]);
  });

  it('leads to a drill that finds no difference', async () => {
    const { code, transcript } = await machine.follow(
      'npm run -s restore:drill',
      {},
      join(machine.folder, NAME),
    );
    expect(transcript).toContain('The backup can be restored.');
    expect(code).toBe(0);
  });

  it('has documents whose links lead to files of the archive, or into the repository', () => {
    const files = documents();
    const missing = files.flatMap((document) =>
      relativeLinks(readFileSync(join(machine.folder, NAME, document), 'utf8'))
        .map((link) => normalize(join(dirname(document), decodeURIComponent(link.split('#')[0] ?? ''))))
        .filter((path) => !OF_THE_REPOSITORY.test(path) && !existsSync(join(machine.folder, NAME, path)))
        .map((path) => `${document}: ${path}`),
    );
    expect(files).toEqual(expect.arrayContaining(['README.md', 'UPGRADING.md', 'docs/install.md']));
    expect(missing).toEqual([]);
  });
});
