import { run, say } from '../setup/setup.mjs';

/** The mirror of this machine's packages; undefined when the sources of apt-get name none. */
export async function debianMirror() {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(SITE)']);
  return stdout.split('\n').find((line) => /\/debian\/?$/.test(line));
}

/** @returns whether a program can be found */
export async function isProgram(name) {
  return (await run('sh', ['-c', `command -v ${name}`])).ok;
}

/**
 * Installs the first of these packages that there is when something is missing and that is permitted.
 * @param reason a sentence for the terminal
 * @returns whether it is there
 */
export async function ensureInstalled(isThere, packages, reason) {
  if (await isThere()) return true;
  const { installFirstOf } = await import('#service/database/private-server/install-server-package.js');
  await installFirstOf(packages, reason, say);
  return isThere();
}
