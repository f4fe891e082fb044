// What a part ships, as CycloneDX, by `npm sbom`. npm's own `--omit dev` (11.19) omits most packages that a development
// dependency needs too, such as @nestjs/common.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceOf } from './licences.mjs';
import { shippedPackages } from './packages.mjs';
import { pythonVersion } from './version.mjs';

const LARGEST_BYTES = 64 * 1024 * 1024;
// By the lock file: what is installed differs from one machine to the next.
const WORDS = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];

/**
 * The same commit has the same document: its time is that of the commit, its serial number made of its content.
 * @param time of the commit, in seconds
 */
export function sbomOf(root, part, time) {
  const own = JSON.parse(readFileSync(join(root, part.folder, 'package.json'), 'utf8'));
  const document = askNpm(root);
  const shipped = new Map(
    shippedPackages(root, part).map((one) => [`${one.name}@${one.version}`, licenceOf(one)]),
  );
  const components = document.components
    .filter((component) => shipped.has(component['bom-ref']))
    .map((component) => withLicence(component, shipped.get(component['bom-ref'])));
  const component = componentOf(document, own, part.part === 'client' ? 'library' : 'application');
  const known = new Set([component['bom-ref'], ...shipped.keys()]);
  const dependencies = document.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => known.has(one)) }));
  const timestamp = new Date(time * 1000).toISOString();
  const metadata = { ...document.metadata, timestamp, component };
  const body = { ...document, serialNumber: undefined, metadata, components, dependencies };
  return { ...body, serialNumber: serialNumberOf(body) };
}

/** Of the client for Python, which ships no other packages. It has the version of the project. */
export function sbomOfPython(root, time) {
  const { version: released, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = pythonVersion(released);
  const name = 'integration-api-client';
  const purl = `pkg:pypi/${name}@${version}`;
  const component = {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ license: { id: license } }],
  };
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
  };
  const metadata = { timestamp: new Date(time * 1000).toISOString(), component };
  const body = {
    ...head,
    version: 1,
    metadata,
    components: [],
    dependencies: [{ ref: purl, dependsOn: [] }],
  };
  return { ...body, serialNumber: serialNumberOf(body) };
}

/** On all workspaces, as this is one tree. */
function askNpm(cwd) {
  return JSON.parse(execFileSync('npm', WORDS, { cwd, maxBuffer: LARGEST_BYTES, encoding: 'utf8' }));
}

/** The part itself: the project, or one of its workspaces. */
function componentOf({ metadata, components }, { name, version }, type) {
  const found = [metadata.component, ...components].find((one) => one['bom-ref'] === `${name}@${version}`);
  // npm takes the name of the folder.
  return { ...found, type, name };
}

/** The properties say where npm installs it, and that it is a tool when the lock file has it as one, too. */
function withLicence(component, licence) {
  const own = {
    ...component,
    scope: 'required',
    licenses: component.licenses ?? [{ license: { id: licence } }],
  };
  delete own.properties;
  return own;
}

/** A UUID of version 8, from a digest. */
function serialNumberOf(body) {
  const hex = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const variant = '89ab'[parseInt(hex.slice(16, 17), 16) % 4];
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return `urn:uuid:${[...groups, hex.slice(20, 32)].join('-')}`;
}
