// What a release ships: the parts, and the packages of each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of a release, each with a folder that has its package.json and package-lock.json. */
export const PARTS = [
  { part: 'service', folder: '.' },
  { part: 'pages', folder: 'pages' },
  { part: 'client', folder: 'client' },
];

/**
 * The packages of other projects that a part ships. Those of the pages are what the bundler has put into pages/dist:
 * some dependencies are only needed to build, and the reference's viewer is a development dependency.
 * @returns their places in the lock file, such as `node_modules/express`, with what it says about them
 */
export function shippedPackages(root, folder) {
  const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'));
  const bundled = join(root, folder, 'dist/.packages.json');
  if (folder === 'pages') {
    if (!existsSync(bundled)) throw new Error('The administration pages are not built: npm run build:pages.');
    const places = JSON.parse(readFileSync(bundled, 'utf8'));
    return places.map((place) => describe(place, packages[place]));
  }
  return Object.entries(packages)
    .filter(([place, { dev = false, devOptional = false }]) => place !== '' && !dev && !devOptional)
    .map(([place, entry]) => describe(place, entry));
}

function describe(place, { version, license, optional = false, hasInstallScript = false }) {
  return { place, name: place.split('node_modules/').at(-1), version, license, optional, hasInstallScript };
}
