// What `npm audit --json` says about packages that are shipped.

/**
 * A package is also reported because it needs a weak one, which may be a tool that is not shipped: what counts is the
 * advisory of a package itself.
 * @param packages each with its place in the lock file
 * @returns each advisory with the name of its package
 */
export function weaknessesOf({ vulnerabilities }, packages) {
  const shipped = new Set(packages.map(({ place }) => place));
  return Object.values(vulnerabilities)
    .filter(({ nodes }) => nodes.some((place) => shipped.has(place)))
    .flatMap(({ name, via }) =>
      via
        .filter((one) => typeof one === 'object')
        .map(({ severity, range, title }) => ({ name, severity, range, title })),
    );
}
