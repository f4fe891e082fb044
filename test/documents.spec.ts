import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { COMMANDS } from '../src/cli/commands/index.js';
import { ERROR_STATUS } from '../src/errors/refusal.js';
import { anchors, markdownFiles, readDocument, relativeLinks } from './support/markdown.js';
import { PROJECT_ROOT } from './support/service-process.js';

const documents = new Map(markdownFiles().map((path) => [path, readDocument(path)]));

/** The error of a link of this document; undefined when its target exists. */
function problemOf(document: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? document : normalize(join(dirname(document), decodeURIComponent(file)));
  if (path.startsWith('..')) return `${link}: leads out of the project`;
  if (!existsSync(join(PROJECT_ROOT, path))) return `${link}: there is no ${path}`;
  if (anchor === undefined) return undefined;
  const text = documents.get(path);
  return text !== undefined && anchors(text).has(anchor) ? undefined : `${link}: ${path} has no such heading`;
}

/** The first group of every match of a pattern in all documents, with its document. */
function mentions(pattern: RegExp): { document: string; name: string }[] {
  return [...documents].flatMap(([document, text]) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ document, name })),
  );
}

describe('links of the documents', () => {
  it.each([...documents.keys()])('lead from %s to files and headings that exist', (document) => {
    const links = relativeLinks(documents.get(document) ?? '');
    expect(links.flatMap((link) => problemOf(document, link) ?? [])).toEqual([]);
  });

  it('are found, in every form', () => {
    const text = [
      '[a](one.md) ![b](two.svg "Two") [c](<three.md#four>) [d](https://example.edu) [e](/docs)',
      '`[f](five.md)`',
      '```\n[g](six.md)\n```',
      '[h]: seven.md',
    ].join('\n\n');
    expect(relativeLinks(text)).toEqual(['one.md', 'two.svg', 'three.md#four', 'seven.md']);
  });

  it('name headings as code hosts do', () => {
    const text =
      '# How a `run` is undone: 1 of 2\n\n## Runs, and\n\n```\n# no heading\n```\n\n## Runs, and\n';
    expect([...anchors(text)]).toEqual(['how-a-run-is-undone-1-of-2', 'runs-and', 'runs-and-1']);
  });
});

describe('the README', () => {
  it('is at most 90 lines long: details have documents of their own', () => {
    expect((documents.get('README.md') ?? '').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  });
});

describe('the index of decisions', () => {
  const files = [...documents.keys()].filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
  const index = documents.get('docs/decisions/README.md') ?? '';

  it('has a line for every decision, with its status', () => {
    const rows = [...index.matchAll(/^\| (?:\[(\d{4})\]\(([^)]+)\)|(\d{4})) \| .+ \| (.+) \|$/gm)];
    const linked = rows.flatMap(([, , file]) => (file === undefined ? [] : `docs/decisions/${file}`));
    const status = /^(?:accepted|(?:merged into|replaced by) \[\d{4}\].*|not used)$/;

    expect(files.length).toBeGreaterThan(20);
    expect(linked.sort()).toEqual(files.sort());
    expect(rows.map(([, , , , text = '']) => text).filter((text) => !status.test(text))).toEqual([]);
  });

  it('leaves out no number, and uses none twice', () => {
    const numbers = [...index.matchAll(/^\| \[?(\d{4})/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  });
});

describe('the reference documents', () => {
  it('explain every environment variable of .env.example, and no other', () => {
    const variables = [...readDocument('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const [, section = ''] =
      /^## Environment variables$([^]*?)^## /m.exec(documents.get('docs/configuration.md') ?? '') ?? [];
    const explained = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);

    expect(variables.length).toBeGreaterThan(10);
    expect(explained.sort()).toEqual(variables.sort());
  });

  it('explain every error code with its status', () => {
    const rows = (documents.get('docs/api-decisions.md') ?? '').matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm);
    const explained = Object.fromEntries([...rows].map(([, code = '', status]) => [code, Number(status)]));
    expect(explained).toEqual(ERROR_STATUS);
  });
});

it('what documents have from the code is as npm run documents writes it', () => {
  const words = ['--no-warnings', 'scripts/documents/documents.mjs', '--check'];
  expect(spawnSync(process.execPath, words, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

it('every source that a document names exists', () => {
  // Made by a build, or of the fixtures' origin.
  const generated = ['pages/src/api/openapi.ts', 'types.gen.ts', 'theses_to_feed.mjs'];
  const tops = ['src', 'test', 'pages/src', 'pages/scripts', 'client/src', 'scripts', 'bench', 'examples'];
  const sources = tops.flatMap((top) =>
    readdirSync(join(PROJECT_ROOT, top), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${top}/${file}`,
    ),
  );
  const known = [...sources, '/ormconfig.ts'];
  const missing = mentions(/`([\w./@-]+\.(?:tsx?|mjs))`/g).filter(
    ({ name }) => !generated.includes(name) && !known.some((file) => file.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});

describe('commands in the documents', () => {
  it('of npm are scripts of package.json', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> };
    const named = mentions(/\bnpm (?:run (?:-s |--silent )?)([a-z][a-z:-]*)/g);
    expect(named.length).toBeGreaterThan(30);
    // The commands of the administration pages are in their own package.
    const ofPages = readDocument('pages/package.json');
    const unknown = named.filter(({ name }) => !(name in scripts) && !ofPages.includes(`"${name}":`));
    expect(unknown).toEqual([]);
  });

  it('of the terminal exist', () => {
    const known = new Set(COMMANDS.map(({ name }) => name));
    const named = mentions(/npm run -s cli -- ([a-z-]+(?: [a-z]+(?:-[a-z]+)*)?)/g);
    const unknown = named.filter(
      ({ name }) => !known.has(name) && !/^(?:doctor|feed|help|drops run|events consume)\b/.test(name),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(unknown).toEqual([]);
  });
});
