// Versions of a release, after Semantic Versioning 2.0.0, and the files that carry them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { PARTS } from './packages.mjs';

/** Whether a text is a version as it stands. Build metadata is not used here. */
export function isVersion(text) {
  return semver.valid(text) === text;
}

const PYTHON_KINDS = { alpha: 'a', beta: 'b', rc: 'rc' };

/**
 * The same version as Python spells it (PEP 440), also in the names of files: 2.0.0rc1 for 2.0.0-rc.1.
 * @returns undefined for a pre-release that Python does not have
 */
export function pythonVersion(version) {
  const [whole, kind, number] = version.split(/-(alpha|beta|rc)\.(\d+)$/);
  if (whole.includes('-')) return undefined;
  return kind === undefined ? whole : `${whole}${PYTHON_KINDS[kind]}${number}`;
}

/**
 * Writes the version into the package.json of every part, into package-lock.json and pyproject.toml, and as the tag of
 * the image.
 */
export function setVersion(folder, version) {
  for (const { folder: part } of PARTS)
    change(join(folder, part, 'package.json'), (document) => (document.version = version));
  change(join(folder, 'package-lock.json'), (document) => {
    document.version = version;
    for (const { place } of PARTS) document.packages[place].version = version;
  });
  replace(join(folder, 'docker/kubernetes/kustomization.yaml'), /^( *newTag: ).*$/m, `$1${version}`);
  replace(
    join(folder, 'clients/python/pyproject.toml'),
    /^(version = ).*$/m,
    `$1"${pythonVersion(version)}"`,
  );
}

function replace(file, line, text) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(line, text));
}

function change(file, act) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  act(document);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
