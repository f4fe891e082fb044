import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { getMetadataArgsStorage } from 'typeorm';

import { PERSONAL_TABLES } from '../src/privacy/personal-data/personal-tables.js';
import { ENTITIES } from '../src/schema.js';
import { markdownFiles, readDocument } from './support/markdown.js';
import { missingTests, namesTest, numbersIn, rowsWithProof } from './support/proofs.js';
import { PROJECT_ROOT } from './support/service-process.js';

const FOLDER = 'docs/procurement/';
const documents = markdownFiles().filter((path) => path.startsWith(FOLDER));

/** How many questions each part of HECVAT 4.1.5 has. */
const HECVAT = `GNRL:9 COMP:5 REQU:8 DOCU:7 ITAC:18 THRD:5 CONS:9 APPL:14 AAAI:18 CHNG:16 DATA:23 DCTR:16 FIDP:11
  PPPR:15 HFIH:4 VULN:6 HIPA:29 PCID:12 OPEM:10 PRGN:5 PCOM:4 PDOC:3 PTHP:2 PCHG:2 PDAT:8 PRPO:13 INTL:5 DRPV:15
  DPAI:8 AIQU:2 AIGN:5 AIPL:5 AISC:5 AIML:8 AILM:7`;

/** The success criteria of levels A and AA of WCAG 2.2; 4.1.1 is of 2.0 and 2.1 alone. */
const WCAG = `1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10
  1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1
  2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8
  4.1.1 4.1.2 4.1.3`;

/** Handlers of a press before its release, of paths, fingers and dragging, and of motions of the device. */
const GESTURES =
  /\bon(?:Pointer|Mouse)Down\b|\bonPointerMove\b|\bonTouch|\bonDr(?:ag|op)|\bdevice(?:motion|orientation)\b/;

function sourcesOfPages(folder = 'pages/src'): string[] {
  const names = readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

function questions(): string[] {
  return HECVAT.split(/\s+/).flatMap((part) => {
    const [name = '', count] = part.split(':');
    return Array.from(
      { length: Number(count) },
      (_, index) => `${name}-${String(index + 1).padStart(2, '0')}`,
    );
  });
}

const firstCells = (document: string): string[] =>
  rowsWithProof(FOLDER + document, 'Proof').map(([cell = '']) => cell);

describe('the documents for procurement', () => {
  it('are there', () => {
    const names = documents.map((path) => path.slice(FOLDER.length)).sort();
    expect(names).toEqual(['README.md', 'accessibility.md', 'data.md', 'hecvat.md']);
  });

  it.each(['accessibility.md', 'data.md', 'hecvat.md'])(
    '%s has a proof for each line, or who has it',
    (name) => {
      const rows = rowsWithProof(FOLDER + name, 'Proof');
      expect(rows.length).toBeGreaterThan(20);
      const without = rows.filter((cells) => {
        const last = cells.at(-1) ?? '';
        return (
          !namesTest(last) &&
          !/^document: \[/.test(last) &&
          !/^(provider|operator|not applicable): ./.test(last)
        );
      });
      expect(without).toEqual([]);
    },
  );

  it.each(documents)('%s names tests that exist', (document) => {
    expect(missingTests(document)).toEqual([]);
  });

  it('answer every question of HECVAT once', () => {
    expect(firstCells('hecvat.md').flatMap(numbersIn).sort()).toEqual(questions().sort());
  });

  it('judge every success criterion of WCAG 2.2 A and AA once', () => {
    const judged = firstCells('accessibility.md').flatMap((cell) => /^\d\.\d\.\d+/.exec(cell) ?? []);
    expect(judged.sort()).toEqual(WCAG.split(/\s+/).sort());
  });
});

describe('the data-processing sheet', () => {
  const text = readDocument(`${FOLDER}data.md`);
  const tables = [...new Set(PERSONAL_TABLES.map(({ table }) => table)), 'request_log'];

  it('has every column of every table with data about people', () => {
    const { tables: declared, columns } = getMetadataArgsStorage();
    const missing = tables.flatMap((table) => {
      const entity = declared.find(({ name }) => name === table)?.target;
      expect(ENTITIES).toContain(entity);
      const row = text.split('\n').find((line) => line.startsWith(`| \`${table}\` |`)) ?? '';
      return columns
        .filter(({ target, propertyName }) => target === entity && !row.includes(`\`${propertyName}\``))
        .map(({ propertyName }) => `${table}.${propertyName}`);
    });
    expect(missing).toEqual([]);
  });

  it('says of every such table what it is for and how long it is kept', () => {
    const [, section = ''] = /^## What is stored[^\n]*\n([^]*?)^## /m.exec(text) ?? [];
    expect(tables.filter((table) => !section.includes(`\`${table}\``))).toEqual([]);
  });
});

describe('the report about accessibility', () => {
  it.each(['looks', 'keyboard', 'accessibility'])('rests on a walk through every page: %s', (name) => {
    expect(readDocument(`test/browser/${name}.browser-spec.ts`)).toContain('describe.each(EVERY_PAGE)');
  });

  it('rests on pages that act when a button is released, and know no gesture, dragging or motion', () => {
    const used = sourcesOfPages().filter((path) => GESTURES.test(readDocument(path)));
    // The field that takes a dropped file has a button as well.
    expect(used).toEqual(['pages/src/files/drop-zone.tsx']);
  });

  it('names pages that the walks know', () => {
    const known = [...readDocument('test/browser/support/every-page.ts').matchAll(/^ {2}\['([\w-]+)',/gm)];
    const names = known.map(([, name]) => name);
    const [, list = ''] =
      /^## Pages that were seen\n([^]*?)(?:^## |$(?![^]))/m.exec(readDocument(`${FOLDER}accessibility.md`)) ??
      [];
    const seen = [...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect(seen.length).toBeGreaterThan(50);
    expect(seen.filter((name) => !names.includes(name))).toEqual([]);
  });
});
