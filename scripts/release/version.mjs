// Versions of a release, after Semantic Versioning 2.0.0, and the files that carry them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS } from './packages.mjs';

const NUMBER = '(?:0|[1-9]\\d*)';
const LABEL = `(?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const VERSION = new RegExp(`^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${LABEL}(?:\\.${LABEL})*))?$`);

/** @returns the parts of a version; undefined when it is none. Build metadata is not used here */
export function parseVersion(text) {
  const [, major, minor, patch, labels] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return {
    numbers: [major, minor, patch].map(BigInt),
    labels: labels === undefined ? [] : labels.split('.'),
  };
}

/** @returns below 0, 0 or above 0, as the first version is lower than, equal to or higher than the second */
export function compareVersions(first, second) {
  const [a, b] = [parseVersion(first), parseVersion(second)];
  for (const [place, number] of a.numbers.entries())
    if (number !== b.numbers[place]) return number < b.numbers[place] ? -1 : 1;
  return compareLabels(a.labels, b.labels);
}

/** A version with labels is lower than the same without; numbers are lower than words. */
function compareLabels(a, b) {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
    const [one, other] = [a[place], b[place]];
    if (one === other) continue;
    const [isNumber, otherIsNumber] = [one, other].map((label) => /^\d+$/.test(label));
    if (isNumber && otherIsNumber) return BigInt(one) < BigInt(other) ? -1 : 1;
    if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** Writes the version into the package.json of every part, into package-lock.json, and as the tag of the image. */
export function setVersion(folder, version) {
  for (const { folder: part } of PARTS)
    change(join(folder, part, 'package.json'), (document) => (document.version = version));
  change(join(folder, 'package-lock.json'), (document) => {
    document.version = version;
    for (const { place } of PARTS) document.packages[place].version = version;
  });
  const kustomization = join(folder, 'docker/kubernetes/kustomization.yaml');
  const text = readFileSync(kustomization, 'utf8');
  writeFileSync(kustomization, text.replace(/^( *newTag: ).*$/m, `$1${version}`));
}

function change(file, act) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  act(document);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
