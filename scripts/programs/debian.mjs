import { run } from '../setup/setup.mjs';

/** The mirror of this machine's packages; undefined when the sources of apt-get name none. */
export async function debianMirror() {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(SITE)']);
  return stdout.split('\n').find((line) => /\/debian\/?$/.test(line));
}
