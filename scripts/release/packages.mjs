// What a release ships: the parts, and the packages of each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The parts of a release, each with its folder, and its place among the packages of package-lock.json; `bundle` makes
 * the build that has the packages of the part in it.
 * @type {readonly { part: string, folder: string, place: string, bundle?: string }[]}
 */
export const PARTS = [
  { part: 'service', folder: '.', place: '' },
  { part: 'pages', folder: 'pages', place: 'pages', bundle: 'build:pages' },
  { part: 'client', folder: 'client', place: 'client', bundle: 'build:client' },
];

/** What package-lock.json says about each package, by its place, such as `node_modules/express`. */
export function readPackages(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** @returns the place of the package that a module at another place gets by a name; undefined when there is none */
export function findPackage(packages, name, from) {
  const place = join(from, 'node_modules', name);
  if (place in packages) return place;
  if (from === '') return undefined;
  return findPackage(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)));
}

/**
 * The packages of other projects that a part ships: for the service what `npm ci --omit=dev` installs, for the pages
 * and the client what the bundler has put into their `dist`. Some dependencies of the pages are only needed to build,
 * and the reference's viewer is a development dependency; the client has none.
 * @param {string} root
 * @param {(typeof PARTS)[number]} part
 * @returns their places in the lock file, with what it says about them
 */
export function shippedPackages(root, { folder, place, bundle }) {
  return packagesAt(
    root,
    bundle === undefined ? installedPlaces(readPackages(root), place) : bundledPlaces(root, folder, bundle),
  );
}

/** What the lock file says about the packages at these places. */
export function packagesAt(root, places) {
  const packages = readPackages(root);
  return places.map((one) => describe(one, packages[one]));
}

function bundledPlaces(root, folder, bundle) {
  const bundled = join(root, folder, 'dist/.packages.json');
  if (!existsSync(bundled)) throw new Error(`${folder}/dist is not built: npm run ${bundle}.`);
  return JSON.parse(readFileSync(bundled, 'utf8'));
}

/** Of optional peers those that the lock file has: npm installs them too. */
function installedPlaces(packages, from) {
  const found = new Set([from]);
  // Iterating over a set includes what is added meanwhile.
  for (const place of found) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const needed = findPackage(packages, name, place);
      if (needed !== undefined) found.add(needed);
    }
  }
  found.delete(from);
  return [...found].sort();
}

function describe(place, { version, license, optional = false, hasInstallScript = false }) {
  return { place, name: place.split('node_modules/').at(-1), version, license, optional, hasInstallScript };
}
