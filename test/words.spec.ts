import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { PROJECT_ROOT } from './support/service-process.js';

/** Words that are not used in code, comments, messages and documents, each with what is written instead. */
const BANNED_WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/[Ss]omebody/, 'the subject, such as "a user"'],
  [/[Aa]nybody/, 'the subject, such as "any caller"'],
  [/[Nn]obody/, 'the subject, such as "no user"'],
  [/[Ee]verybody/, 'the subject, such as "every user"'],
  [/\bwho(?:m)?ever\b/i, 'the subject, such as "the caller who"'],
  [/\bof whom\b/i, 'a relative clause without "of"'],
  [/\bto the letter\b/i, '"exactly"'],
  [/\bmend(?:s|ed|ing)?\b/i, '"correct" or "repair"'],
  [/foretell|foretold/i, '"preview"'],
  [/rehears/i, '"dry run"'],
  [/\b(?:told|tells?|telling)\b/i, '"notify", "warn", "say" or "show"'],
  [/who is who/i, '"identity matching"'],
  [/\b(?:un)?heard\b|Heard/, '"received" or "handled"'],
  [/redraw/i, '"rebuild"'],
  [/\bstanding\b|Standing/, '"eligibility" or "status"'],
  [/\b[Uu]ndoings?\b(?! (?:a|the|later)\b)/, '"reversal"'],
  [/\bgoOn\b/, '"continue"'],
  [/\bbury\b/, '"add a tombstone"'],
  [/\b(?:un)?park(?:ed|s)?\b/, '"dead-letter"'],
  [/\bweigh(?:s|ed|ing)?\b/, '"score"'],
  [/\bcompanions?\b/i, '"hook"'],
  [/\bwish(?:es)?\b|Wish/, '"input" or "request"'],
  [/\bstrang(?:e|er|ers)\b/i, '"unknown" or "unrelated"'],
];

/** Folders and files at the top of the project whose texts are checked. */
const CHECKED = [
  'src',
  'test',
  'bench',
  'scripts',
  'docs',
  'pages',
  'client',
  'clients',
  'examples',
  'README.md',
  'CONTRIBUTING.md',
];
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'fixtures', 'screenshots']);
const TEXT = /\.(?:[mc]?[jt]sx?|json|md|html|css|ya?ml|py|toml)$/;
/** Released migrations are never edited; the list of words is in this file. */
const EXEMPT =
  /^src\/database\/migrations\/\d|^test\/words\.spec\.ts$|^pages\/src\/api\/openapi\.ts$|(?:^|\/)package-lock\.json$/;

function textFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : textFilesIn(path);
    return TEXT.test(entry.name) ? [relative(PROJECT_ROOT, path)] : [];
  });
}

function checkedFiles(): string[] {
  const files = CHECKED.flatMap((name) => (TEXT.test(name) ? [name] : textFilesIn(join(PROJECT_ROOT, name))));
  return files.filter((file) => !EXEMPT.test(file));
}

/** @returns one line for each use, with its file and line number */
function usesIn(file: string): string[] {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      BANNED_WORDS.flatMap(([pattern, instead]) => {
        const [word] = pattern.exec(line) ?? [];
        return word === undefined ? [] : [`${file}:${index + 1}: "${word}"; write ${instead}`];
      }),
    );
}

describe('the words of the project', () => {
  it('are read from all rooms', () => {
    const files = checkedFiles();
    for (const name of CHECKED) expect(files.some((file) => file.startsWith(name))).toBe(true);
  });

  it('are plain technical English', () => {
    expect(checkedFiles().flatMap(usesIn)).toEqual([]);
  });
});
