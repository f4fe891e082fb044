import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv, type ValidateFunction } from 'ajv';

import { pythonVersion } from '../../scripts/release/version.mjs';
import { PROJECT_ROOT } from '../support/service-process.js';
import { type Ended, Repository } from './repository.js';

const VERSION = '7.1.0';
const NAME = `integration-api-${VERSION}`;
const FILES = [
  'SHA256SUMS',
  'THIRD-PARTY-NOTICES.txt',
  `${NAME}-source.tar.gz`,
  `${NAME}.tar.gz`,
  `integration-api-client-${VERSION}.tgz`,
  `integration_api_client-${pythonVersion(VERSION)}-py3-none-any.whl`,
  `integration_api_client-${pythonVersion(VERSION)}.tar.gz`,
  'licences.json',
  'provenance.intoto.json',
  'sbom-client.cdx.json',
  'sbom-pages.cdx.json',
  'sbom-python.cdx.json',
  'sbom-service.cdx.json',
];
const SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const PARTS = ['service', 'pages', 'client', 'python'];
const SCHEMAS = join(PROJECT_ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');

interface Statement {
  subject: { name: string; digest: { sha256: string } }[];
  predicate: {
    buildDefinition: { resolvedDependencies: { name: string; digest: Record<string, string> }[] };
  };
}

interface Sbom {
  components: { 'bom-ref': string; licenses?: unknown[] }[];
}

interface Licence {
  name: string;
  version: string;
  parts: string[];
}

let released: Repository;
let dry: Repository;
let before: string;
let ended: Ended[];

/** Everything is built twice, which takes minutes on a machine that does other work. */
const LONGEST_BUILD_MS = 1_200_000;

/** A release, and in another clone a dry run of the same commit. */
beforeAll(async () => {
  [released, dry] = [await Repository.make(), await Repository.make()];
  await signTags(released);
  before = await released.git('rev-parse', 'HEAD');
  ended = await Promise.all([released.release(VERSION), dry.release(VERSION, '--dry-run')]);
  expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
}, LONGEST_BUILD_MS);

afterAll(() => {
  released.remove();
  dry.remove();
});

/** Set for this repository alone. */
async function signTags(repository: Repository): Promise<void> {
  const program = repository.path('.git/sign');
  // What git expects of gpg: its answer on the stream of its state, and the signature.
  const lines = ['#!/bin/sh', 'cat >/dev/null', "echo '[GNUPG:] SIG_CREATED ' >&2", `echo '${SIGNATURE}'`];
  writeFileSync(program, `${lines.join('\n')}\n`, { mode: 0o755 });
  await repository.git('config', 'gpg.program', program);
  await repository.git('config', 'tag.gpgSign', 'true');
}

function read(name: string): string {
  return readFileSync(released.path('release', VERSION, name), 'utf8');
}

function json(name: string): unknown {
  return JSON.parse(read(name));
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function schemaOfSboms(): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  return ajv.compile(schema('bom-1.5'));
}

function schema(name: string): object {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
}

async function entriesOf(archive: string): Promise<string[]> {
  const { stdout } = await released.run('tar', ['-tzf', released.path('release', VERSION, archive)]);
  return stdout.trimEnd().split('\n');
}

describe('a release', () => {
  it('is one commit with an annotated tag, which changes versions, changelog and the list of releases', async () => {
    const changed = await released.git('diff', '--name-only', before, 'HEAD');
    const packages = ['.', 'client', 'pages'].map(
      (part) => JSON.parse(readFileSync(released.path(part, 'package.json'), 'utf8')) as { version: string },
    );

    expect(await released.git('rev-parse', 'HEAD^')).toBe(before);
    expect(await released.git('cat-file', '-t', `v${VERSION}`)).toBe('tag');
    expect(await released.git('cat-file', 'tag', `v${VERSION}`)).toContain(SIGNATURE);
    expect(await released.git('rev-parse', `v${VERSION}^{commit}`)).toBe(
      await released.git('rev-parse', 'HEAD'),
    );
    expect(await released.git('status', '--porcelain')).toBe('');
    expect(packages.map(({ version }) => version)).toEqual([VERSION, VERSION, VERSION]);
    expect(readFileSync(released.path('CHANGELOG.md'), 'utf8')).toContain(
      `## Unreleased\n\n## ${VERSION} (2025-05-01)\n`,
    );
    expect(JSON.parse(readFileSync(released.path('docs/releases.json'), 'utf8'))).toMatchObject({
      releases: [{ version: VERSION, source: before }],
    });
    expect(changed.split('\n')).toEqual([
      'CHANGELOG.md',
      'client/package.json',
      'clients/python/pyproject.toml',
      'docker/kubernetes/kustomization.yaml',
      'docs/releases.json',
      'package-lock.json',
      'package.json',
      'pages/package.json',
    ]);
  });

  it('has these files, whose checksums are right', async () => {
    const { code, stderr } = await released.run(
      'sha256sum',
      ['--strict', '-c', 'SHA256SUMS'],
      released.path('release', VERSION),
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(readdirSync(released.path('release', VERSION)).sort()).toEqual(FILES);
    expect(read('SHA256SUMS').trimEnd().split('\n')).toHaveLength(FILES.length - 1);
  });

  it('has archives of the source, of what operators need, and of the clients', async () => {
    const tracked = (await released.git('ls-files')).split('\n').map((path) => `${NAME}/${path}`);
    const source = (await entriesOf(`${NAME}-source.tar.gz`)).filter((path) => !path.endsWith('/'));
    const built = await entriesOf(`${NAME}.tar.gz`);
    const client = await entriesOf(`integration-api-client-${VERSION}.tgz`);

    expect(source.sort()).toEqual(tracked.sort());
    for (const path of [
      'dist/main.js',
      'dist/client/index.js',
      'pages/dist/index.html',
      'package-lock.json',
      '.npmrc',
      'LICENSE',
      'README.md',
      'UPGRADING.md',
      'docs/install.md',
      'docker/systemd/integration-api@.service',
      'docker/prometheus/alerts.yml',
      'scripts/backup/restore.mjs',
    ])
      expect(built).toContain(`${NAME}/${path}`);
    expect(built.filter((path) => /node_modules|\.stamp|\.packages|\/src\//.test(path))).toEqual([]);
    const python = await entriesOf(`integration_api_client-${pythonVersion(VERSION)}.tar.gz`);
    for (const path of ['index.js', 'index.d.ts', 'bin/integration-api.js', 'bin/THIRD-PARTY-NOTICES.txt'])
      expect(client).toContain(`package/dist/${path}`);
    expect(python.filter((path) => /\/(openapi\.py|py\.typed)$/.test(path))).toHaveLength(2);
  });

  it('has npm commands for operators, which run what is there', async () => {
    const archive = `${NAME}.tar.gz`;
    const place = ['-xzOf', released.path('release', VERSION, archive), `${NAME}/package.json`];
    const { stdout } = await released.run('tar', place);
    const { scripts } = JSON.parse(stdout) as { scripts: Record<string, string> };
    const programs = Object.values(scripts).map((line) => `${NAME}/${line.replace(/^node /, '')}`);

    expect(Object.keys(scripts)).toEqual(['start', 'cli', 'backup', 'restore', 'restore:drill']);
    expect(await entriesOf(archive)).toEqual(expect.arrayContaining(programs));
  });

  it('has an SBOM of each part that follows the schema', () => {
    const validate = schemaOfSboms();
    for (const part of PARTS) {
      const sbom = json(`sbom-${part}.cdx.json`) as Sbom;
      validate(sbom);
      expect({ part, errors: validate.errors }).toEqual({ part, errors: null });
      expect(sbom.components.filter(({ licenses = [] }) => licenses.length !== 1)).toEqual([]);
      expect(validate({ ...sbom, bomFormat: 'other' })).toBe(false);
    }
  });

  it('has each shipped package in an SBOM and in the licences, and no tool', () => {
    const licences = json('licences.json') as Licence[];
    const listed = PARTS.flatMap((part) => {
      const { components } = json(`sbom-${part}.cdx.json`) as Sbom;
      return components.map((component) => `${part} ${component['bom-ref']}`);
    });
    const licensed = licences.flatMap(({ name, version, parts }) =>
      parts.map((part) => `${part} ${name}@${version}`),
    );
    const names = new Set(listed.map((one) => one.replace(/@[^@]+$/, '')));

    expect(listed.sort()).toEqual(licensed.sort());
    for (const name of ['service typeorm', 'pages react', 'pages openapi-explorer', 'client yauzl'])
      expect(names).toContain(name);
    for (const name of ['service jest', 'service prettier', 'pages vite', 'pages caniuse-lite'])
      expect(names).not.toContain(name);
  });

  it('has a provenance that names the source, the lock file and every file', async () => {
    const { subject, predicate } = json('provenance.intoto.json') as Statement;
    const of = (name: string) => ({ sha256: sha256(released.path(name)) });

    expect(subject.map(({ name }) => name)).toEqual(
      FILES.filter((name) => !/^(SHA256SUMS|provenance)/.test(name)),
    );
    for (const { name, digest } of subject)
      expect({ name, sha256: digest.sha256 }).toEqual({
        name,
        sha256: sha256(released.path('release', VERSION, name)),
      });
    expect(predicate.buildDefinition.resolvedDependencies).toEqual([
      { name: 'source', digest: { gitCommit: await released.git('rev-parse', 'HEAD') } },
      { name: 'package-lock.json', digest: of('package-lock.json') },
    ]);
  });
});

describe('a dry run', () => {
  it('makes the same bytes of the same commit', () => {
    const made = readFileSync(dry.path('release', `${VERSION}-dry-run`, 'SHA256SUMS'), 'utf8');
    expect(made).toBe(read('SHA256SUMS'));
  });

  it('leaves no commit, no tag and no change', async () => {
    expect(await dry.git('rev-parse', 'HEAD')).toBe(before);
    expect(await dry.git('tag')).toBe('');
    expect(await dry.git('status', '--porcelain')).toBe('');
  });
});
