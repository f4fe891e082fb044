import { ensureInstalled } from './debian.mjs';
import { ensureBuild, run } from '../setup/setup.mjs';

/** The packages of the distribution with the modules that are used here. */
const PACKAGES = { ensurepip: 'python3-venv', flit_core: 'flit', mypy: 'mypy', pytest: 'python3-pytest' };
/** Another Python may stand before that of the distribution, whose packages it does not have. */
const PROGRAMS = ['python3', '/usr/bin/python3'];

/**
 * A Python program with these modules, of which the missing ones are installed from the distribution when that is
 * permitted; undefined when there is none. PYTHON names another one.
 * @param {(keyof typeof PACKAGES)[]} modules
 */
export async function ensurePython(modules) {
  for (const module of modules) {
    const has = async () => (await programWith([module])) !== undefined;
    const reason = `Python's module ${module} was not found; installing ${PACKAGES[module]} with apt-get.`;
    // What installs packages is a part of the service.
    if (!(await has())) await ensureBuild();
    if (!(await ensureInstalled(has, [PACKAGES[module]], reason))) return undefined;
  }
  return programWith(modules);
}

async function programWith(modules) {
  const named = process.env.PYTHON;
  for (const program of named ? [named] : PROGRAMS)
    if ((await run(program, ['-c', modules.map((module) => `import ${module}`).join('\n')])).ok)
      return program;
  return undefined;
}
