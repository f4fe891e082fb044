// Prints what a browser downloads of the built pages, and fails when it is more than the limit.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 600;

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const chunks = readdirSync(dist, { recursive: true })
  .filter((name) => /\.(js|css|html|svg)$/.test(name))
  .map((name) => ({ name, kb: gzipSync(readFileSync(join(dist, name)), { level: 9 }).length / 1000 }))
  .sort((one, other) => other.kb - one.kb);

for (const { name, kb } of chunks) console.log(`${kb.toFixed(1).padStart(8)} kB  ${name}`);
const total = chunks.reduce((sum, { kb }) => sum + kb, 0);
console.log(
  `${total.toFixed(1).padStart(8)} kB  in ${chunks.length} files, gzip; the limit is ${LIMIT_KB} kB`,
);
if (total > LIMIT_KB) process.exitCode = 1;
