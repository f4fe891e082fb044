import { ensureInstalled } from './debian.mjs';
import { ensureBuild, run } from '../setup/setup.mjs';

/** The packages of the distribution with the modules that are used here. */
const PACKAGES = {
  ensurepip: 'python3-venv',
  flit_core: 'flit',
  mypy: 'mypy',
  pytest: 'python3-pytest',
  sqlite3: 'python3',
};
/** That of the distribution, before which another one may stand that does not have its packages. */
const OF_DISTRIBUTION = '/usr/bin/python3';

/**
 * A Python program with these modules. PYTHON names one; otherwise the modules that are missing are installed from the
 * distribution when that is permitted.
 * @param {(keyof typeof PACKAGES)[]} modules
 * @returns undefined when there is none
 */
export async function ensurePython(modules) {
  const named = process.env.PYTHON;
  for (const program of named ? [named] : ['python3', OF_DISTRIBUTION])
    if (await has(program, modules)) return program;
  if (named) return undefined;
  // What installs packages is a part of the service.
  await ensureBuild();
  for (const module of modules) {
    const isThere = () => has(OF_DISTRIBUTION, [module]);
    const reason = `Python's module ${module} was not found; installing ${PACKAGES[module]} with apt-get.`;
    if (!(await ensureInstalled(isThere, [PACKAGES[module]], reason))) return undefined;
  }
  return OF_DISTRIBUTION;
}

async function has(program, modules) {
  return (await run(program, ['-c', modules.map((module) => `import ${module}`).join('\n')])).ok;
}
