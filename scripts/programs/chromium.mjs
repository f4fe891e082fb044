import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './debian.mjs';

/**
 * The names in the distributions. The first one has no window and takes a quarter less of the processor. Ubuntu's
 * package of the second name only refers to a snap, and has no program.
 */
const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const FOLDERS = (process.env.PATH ?? '').split(':').concat('/usr/bin', '/snap/bin');

/**
 * The browser program for the tests, installed from the distribution when missing and permitted; undefined when there
 * is none.
 * @param {{ withWindow?: boolean }} [needs] whether it must show windows
 */
export async function ensureChromium({ withWindow = false } = {}) {
  const programs = withWindow ? PROGRAMS.slice(1) : PROGRAMS;
  const find = () => process.env.CHROMIUM ?? findProgram(programs);
  const reason = 'No Chromium was found; installing the distribution’s with apt-get.';
  await ensureInstalled(() => find() !== undefined, programs.slice(0, withWindow ? 1 : 2), reason);
  return find();
}

function findProgram(names) {
  for (const name of names)
    for (const folder of FOLDERS) {
      const path = join(folder, name);
      if (folder !== '' && isProgram(path)) return path;
    }
  return undefined;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
