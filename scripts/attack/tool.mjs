import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureInstalled, isProgram } from '../programs/debian.mjs';
import { fail } from '../setup/setup.mjs';

/** The distribution's programs and word lists, installed where they are missing and that is permitted. */
export async function ensureTools(wordlists) {
  const tools = {
    sqlmap: () => isProgram('sqlmap'),
    ffuf: () => isProgram('ffuf'),
    dirb: () => existsSync(wordlists),
  };
  for (const [name, isThere] of Object.entries(tools))
    if (!(await ensureInstalled(isThere, [name], `Installing ${name} with apt-get.`)))
      fail(`The scan needs ${name}, which is not on this machine and cannot be installed by this user.`);
}

/** Runs a program, and ends it after so many seconds. */
export function runTool(program, words, seconds) {
  return new Promise((resolve, reject) => {
    // Without TERM sqlmap prints no control sequences.
    const env = { ...process.env, TERM: 'dumb' };
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds * 1000 });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ printed, isWhole: code === 0 }));
  });
}
