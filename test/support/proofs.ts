import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { readDocument } from './markdown.js';
import { PROJECT_ROOT } from './service-process.js';

/** A link to a test: its text is the title of the test, or the first words of it. */
const LINK = /\[([^\]]+)\]\(([^)]+spec\.ts)\)/g;

/** The rows of the tables of a document whose last column has this name. */
export function rowsWithProof(document: string, column: string): string[][] {
  const rows: string[][] = [];
  let isOfTests = false;
  for (const line of readDocument(document).split('\n')) {
    if (!line.startsWith('|')) {
      isOfTests = false;
      continue;
    }
    const cells = line.split('|').slice(1, -1);
    const last = cells.at(-1)?.trim();
    if (last === column) isOfTests = true;
    else if (isOfTests && last !== '---') rows.push(cells.map((cell) => cell.trim()));
  }
  return rows;
}

export function namesTest(cell: string): boolean {
  return cell.match(LINK) !== null;
}

/** What is wrong with a link; undefined when the file has a test of that title. */
function problemOf(document: string, title: string, link: string): string | undefined {
  const path = normalize(join(dirname(document), link));
  if (!existsSync(join(PROJECT_ROOT, path))) return `${link} does not exist`;
  // A title may continue on the next line, and its quotes are escaped.
  const text = readFileSync(join(PROJECT_ROOT, path), 'utf8').replaceAll("\\'", "'");
  return text.includes(title) ? undefined : `${path} has no test "${title}"`;
}

/** The links of a document to tests that are gone. */
export function missingTests(document: string): string[] {
  return [...readDocument(document).matchAll(LINK)].flatMap(
    ([, title = '', link = '']) => problemOf(document, title, link) ?? [],
  );
}

/** The numbers that a cell such as `V1.2.6-V1.2.8, V1.3.1` names; the last part of a range counts up. */
export function numbersIn(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    // Of `GNRL-04-GNRL-09` the second hyphen stands before the letters of the last one.
    const [first = '', last = first] = part.split(/-(?=[A-Z])/);
    const [, section = '', from = ''] = /^(.*\D)(\d+)$/.exec(first) ?? [];
    const length = Number(/\d+$/.exec(last)?.[0]) - Number(from) + 1;
    return Array.from(
      { length },
      (_, index) => section + String(Number(from) + index).padStart(from.length, '0'),
    );
  });
}
