// Prints what a browser downloads of the built pages, and fails when it is more than the limits: that of all files, and
// that of those which it needs before the first page, named by index.html, and that of the reference by itself.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 700;
const FIRST_LIMIT_KB = 325;
const REFERENCE_LIMIT_KB = 200;

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const chunks = readdirSync(dist, { recursive: true })
  .filter((name) => /\.(js|css|html|svg)$/.test(name))
  .map((name) => ({ name, kb: gzipSync(readFileSync(join(dist, name)), { level: 9 }).length / 1000 }))
  .sort((one, other) => other.kb - one.kb);

for (const { name, kb } of chunks) console.log(`${kb.toFixed(1).padStart(8)} kB  ${name}`);
const sumOf = (files) => files.reduce((sum, { kb }) => sum + kb, 0);
/** The page with the files that it names. */
const neededBy = (page) => {
  const html = readFileSync(join(dist, page), 'utf8');
  return chunks.filter(({ name }) => name === page || html.includes(`/${name}"`));
};
const pages = chunks.filter(({ name }) => !/^(assets\/)?reference[.-]/.test(name));
const total = sumOf(pages);
const reference = sumOf(neededBy('reference.html'));
console.log(
  `${total.toFixed(1).padStart(8)} kB  in ${pages.length} files, gzip; the limit is ${LIMIT_KB} kB`,
);
const first = neededBy('index.html');
const firstKb = sumOf(first);
const firstText = `before the first page, in ${first.length} files; the limit is ${FIRST_LIMIT_KB} kB`;
console.log(`${firstKb.toFixed(1).padStart(8)} kB  ${firstText}`);
console.log(
  `${reference.toFixed(1).padStart(8)} kB  of the reference; the limit is ${REFERENCE_LIMIT_KB} kB`,
);
if (total > LIMIT_KB || firstKb > FIRST_LIMIT_KB || reference > REFERENCE_LIMIT_KB) process.exitCode = 1;
