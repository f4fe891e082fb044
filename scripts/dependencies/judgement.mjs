// What policy.json says about packages.
import { exceptionFor, isAllowed, POLICY } from './licence-policy.mjs';

/**
 * @param {{ name: string, version?: string, license?: string, isShipped?: boolean, hasInstallScript: boolean,
 *   known?: { lastRelease?: string, deprecated?: string } }} one a package; `known` is what the registry says about it,
 *   and one behind a tool is not shipped
 * @param {Date} now the time, for the age of a release
 * @returns each limit that the package does not keep, with the exception that allows it
 */
export function judge({ name, version, license, isShipped = true, hasInstallScript, known }, now) {
  const found = [];
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - POLICY.monthsSinceRelease);
  const { lastRelease, deprecated } = known ?? {};
  if (lastRelease !== undefined && lastRelease < limit.toISOString().slice(0, 10))
    found.push({ of: 'last-release', what: `last release ${lastRelease}` });
  if (deprecated) found.push({ of: 'deprecated', what: `deprecated: ${deprecated}` });
  const licence = license ?? 'UNKNOWN';
  if (isShipped && !isAllowed(licence)) found.push({ of: 'licence', what: `licence ${licence}` });
  if (hasInstallScript) found.push({ of: 'install-script', what: 'an install script' });
  return found.map((one) => ({ name, version, ...one, exception: exceptionFor(name, one.of, license) }));
}

/** Exceptions that no package needs any more. */
export function unusedExceptions(judgements) {
  const used = new Set(judgements.map(({ exception }) => exception));
  return POLICY.exceptions.filter((one) => !used.has(one));
}
