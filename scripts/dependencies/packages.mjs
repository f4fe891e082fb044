// The packages that are judged, from the package.json of each part and the lock file.
import { findPackage, PARTS, readPackages, shippedPackages } from '../release/packages.mjs';

/**
 * Each direct dependency once, in order of its name, with the parts that name it; tools have `(dev)` behind these. An
 * alias stands under the name that the registry knows.
 */
export function directDependencies(root) {
  const packages = readPackages(root);
  const found = new Map();
  for (const { part, place } of PARTS) {
    const { dependencies = {}, devDependencies = {} } = packages[place];
    for (const [name, user] of [
      ...Object.keys(dependencies).map((name) => [name, part]),
      ...Object.keys(devDependencies).map((name) => [name, `${part} (dev)`]),
    ]) {
      const installed = packages[findPackage(packages, name, place) ?? ''];
      const { version, license, hasInstallScript = false } = installed;
      const one = { name: installed.name ?? name, version, license, hasInstallScript };
      const key = `${one.name} ${version}`;
      found.set(key, { ...one, users: [...(found.get(key)?.users ?? []), user] });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/**
 * Packages behind the direct ones: what is shipped, and whatever has an install script. Those of the pages and of
 * the client are known once these are built.
 */
export function indirectPackages(root, direct) {
  const known = new Set(direct.map(({ name, version }) => `${name}@${version}`));
  const found = new Map();
  for (const [place, { version, hasInstallScript }] of Object.entries(readPackages(root))) {
    const name = place.split('node_modules/').at(-1);
    if (hasInstallScript) found.set(`${name}@${version}`, { name, hasInstallScript, isShipped: false });
  }
  for (const one of PARTS) {
    for (const { name, version, license, hasInstallScript } of shippedPackages(root, one))
      found.set(`${name}@${version}`, { name, license, hasInstallScript });
  }
  return [...found].filter(([key]) => !known.has(key)).map(([, one]) => one);
}
