// npm run build:python: the wheel and the source distribution of the client for Python, into clients/python/dist.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePython } from '../programs/python.mjs';
import { ALL, ensureModules, fail, ROOT, run } from '../setup/setup.mjs';
import { packPython } from './python-package.mjs';
import { ensureApiTypes } from './types.mjs';

await ensureModules(ALL);
await ensureApiTypes();
const python = await ensurePython(['flit_core']);
if (python === undefined) fail('Python with flit is needed, and cannot be installed; name one in PYTHON.');
const into = join(ROOT, 'clients/python/dist');
rmSync(into, { recursive: true, force: true });
mkdirSync(into);
const { ok, stdout } = await run('git', ['log', '-1', '--format=%ct']);
// An unpacked archive has no history.
const built = await packPython(python, ROOT, into, ok ? Number(stdout) : 315_532_800);
if (!built.ok) fail(`${built.output}\nThe packages could not be built; the reasons are above.`);
