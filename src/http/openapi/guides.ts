import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ERROR_MEANINGS } from '../../errors/meanings.js';
import { ERROR_CODES, ERROR_STATUS } from '../../errors/refusal.js';

/** The files of the guides in the order of the reference; the build copies them beside this module. */
export const GUIDES = [
  'quick-start',
  'credentials',
  'errors',
  'paging',
  'changes',
  'retries',
  'connectors',
  'scim',
  'events',
  'trying-out',
  'qa',
] as const;

const FOLDER = join(import.meta.dirname, 'guides');
const LINK = /\]\(([a-z-]+)\.md\)/g;

export function readGuide(name: string): string {
  return readFileSync(join(FOLDER, `${name}.md`), 'utf8');
}

/** A guide with what is added to it from the code. */
function wholeGuide(name: string): string {
  return name === 'errors' ? `${readGuide(name)}${errorCodes()}` : readGuide(name);
}

/** The anchor of a guide's title in one text of all guides. */
function anchorOf(guide: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(guide) ?? [];
  return title.toLowerCase().replaceAll(' ', '-');
}

/** Every error code with a link to its page. */
function errorCodes(): string {
  const rows = ERROR_CODES.map((code) => {
    const { meaning, remedy } = ERROR_MEANINGS[code];
    return `| [${code}](/docs/errors/${code}) | ${ERROR_STATUS[code]} | ${meaning} | ${remedy} |`;
  });
  return [
    '\n## Each code\n',
    '| Code | Status | Meaning | What to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** All guides as one text of Markdown, each with a heading of the first level; links between files become anchors. */
export function joinedGuides(): string {
  const guides = new Map(GUIDES.map((name): [string, string] => [name, wholeGuide(name)]));
  return [...guides.values()]
    .map((text) => text.replace(LINK, (_, name: string) => `](#${anchorOf(guides.get(name) ?? '')})`))
    .join('\n');
}
