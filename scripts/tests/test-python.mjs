// npm run test:python: the client for Python.
import { ensureApiTypes } from '../build/types.mjs';
import { ensurePython } from '../programs/python.mjs';
import { ALL, ensureModules, fail } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

await ensureModules(ALL);
await ensureApiTypes();
const python = await ensurePython(['ensurepip', 'flit_core', 'mypy', 'pytest']);
if (python === undefined)
  fail(
    'Python 3.9 or later with venv, flit, mypy and pytest is needed, and cannot be installed; name one in PYTHON.',
  );
await runSuite('python', { variables: { PYTHON: python } });
