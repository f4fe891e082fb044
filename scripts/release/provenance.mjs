// Where the files of a release come from: an in-toto statement with a SLSA provenance, and their checksums.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROVENANCE = 'provenance.intoto.json';
export const CHECKSUMS = 'SHA256SUMS';
const LOCK = 'package-lock.json';

/** Only what is true again for another build of the same commit; the tools' versions can differ. */
export function writeProvenance(release, checkout, { version, commit, tools }) {
  const subject = filesOf(release).map((name) => ({
    name,
    digest: { sha256: digestOf(join(release, name)) },
  }));
  const lock = { name: LOCK, digest: { sha256: digestOf(join(checkout, LOCK)) } };
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:integration-api:release:1',
        externalParameters: { version },
        internalParameters: { node: process.versions.node, ...tools },
        resolvedDependencies: [{ name: 'source', digest: { gitCommit: commit } }, lock],
      },
      runDetails: {
        builder: { id: process.env.RELEASE_BUILDER ?? 'urn:integration-api:builder:own-machine' },
      },
    },
  };
  writeFileSync(join(release, PROVENANCE), `${JSON.stringify(statement, null, 2)}\n`);
}

/** For `sha256sum -c`. */
export function writeChecksums(release) {
  const lines = filesOf(release).map((name) => `${digestOf(join(release, name))}  ${name}\n`);
  writeFileSync(join(release, CHECKSUMS), lines.join(''));
}

function filesOf(folder) {
  return readdirSync(folder).sort();
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
