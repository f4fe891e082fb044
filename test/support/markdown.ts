import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT_ROOT } from './service-process.js';

const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage']);
const FENCED = /^ {0,3}(`{3,}|~{3,}).*\n[^]*?^ {0,3}\1.*$/gm;
const INLINE_CODE = /(`+)[^`]+?\1/g;
const INLINE_LINK = /\]\(<?([^()\s<>]+)>?(?:\s+"[^"]*")?\)/g;
const REFERENCE = /^ {0,3}\[[^\]]+\]:\s+<?([^\s<>]+)>?/gm;
const OF_HTML = /\b(?:href|src)="([^"]+)"/g;
const HEADING = /^ {0,3}#{1,6}\s+(.+?)\s*#*$/gm;
/** A link to another site, or to an address of the service. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/** Every Markdown file of the project, by its path from the top. */
export function markdownFiles(folder = ''): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return LEFT_OUT.has(entry.name) || entry.name.startsWith('.') ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

export function readDocument(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), 'utf8');
}

/** The targets of the relative links of a document, examples in code left out. */
export function relativeLinks(text: string): string[] {
  const prose = text.replace(FENCED, '').replace(INLINE_CODE, '');
  return [INLINE_LINK, REFERENCE, OF_HTML]
    .flatMap((pattern) => [...prose.matchAll(pattern)].map(([, target = '']) => target))
    .filter((target) => !ELSEWHERE.test(target));
}

/** The anchors that code hosts give to the headings of a document. */
export function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of text.replace(FENCED, '').matchAll(HEADING)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; found.has(anchor); count += 1) anchor = `${slug}-${count}`;
    found.add(anchor);
  }
  return found;
}
