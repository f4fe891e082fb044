// Writes the sentences of the pages into the catalogues: src/locales/en.json has all of them, and every other catalogue
// gets an empty text for each that is new; texts of sentences that are gone are dropped.
// --check: writes nothing, and ends with 1 when a catalogue is out of date or has an empty text.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { hasMacros, sentencesOf } from './macros.mjs';

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const locales = join(src, 'locales');
const isCheck = process.argv.includes('--check');
const problems = [];

const sentences = await allSentences();
update('en.json', (key) => key);
for (const name of readdirSync(locales))
  if (name.endsWith('.json') && name !== 'en.json') {
    const known = JSON.parse(readFileSync(join(locales, name), 'utf8'));
    update(name, (key) => known[key] ?? '');
    report(name, known);
  }

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${sentences.length} sentences; every catalogue is whole.`);

async function allSentences() {
  const files = readdirSync(src, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const found = new Set();
  for (const name of files) {
    const path = join(src, name);
    const code = readFileSync(path, 'utf8');
    if (hasMacros(code)) for (const sentence of await sentencesOf(code, path)) found.add(sentence);
  }
  return [...found].sort();
}

function update(name, textFor) {
  const path = join(locales, name);
  const next = `${JSON.stringify(Object.fromEntries(sentences.map((key) => [key, textFor(key)])), null, 2)}\n`;
  if (!isCheck) writeFileSync(path, next);
  else if (readFileSync(path, 'utf8') !== next)
    problems.push(`pages/src/locales/${name} is out of date; run npm run messages -w pages and commit it.`);
}

/** What is empty, and what has other placeholders or tags than the English sentence. */
function report(name, known) {
  for (const key of sentences) {
    const text = known[key] ?? '';
    if (text === '') problems.push(`pages/src/locales/${name} has no text for: ${key}`);
    else if (partsOf(text) !== partsOf(key))
      problems.push(`pages/src/locales/${name} has other parts than: ${key}`);
  }
}

/** The placeholders and tags of a sentence. */
function partsOf(text) {
  const parts = text.match(/\{\w+[,}]|<\/?\d+\/?>/g) ?? [];
  return [...new Set(parts)].sort().join(' ');
}
