import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import Runtime from 'jest-runtime';

import { RunningTest } from './running-test.mjs';
import './typescript.mjs';

const require = createRequire(import.meta.url);
const CIRCUS = /[\\/]jest-circus[\\/]/;
/** The global symbols through which a spec file's test runner passes its handlers and its time limit. */
const LEFT_BY_CIRCUS = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'];

process.setSourceMapsEnabled(true);

let runtimes = 0;

/**
 * Has Node import spec files, and with them the application, once per worker. Jest's own loader evaluates all 1,500
 * modules again for each spec file: 2.6 seconds of processor time for each of 80 files, and the memory of each for as
 * long as the worker lives. What a file needs of its own, the test runner and `jest`, it has of its own; there is no
 * `jest.mock`.
 */
export default class NativeRuntime extends Runtime {
  #number = (runtimes += 1);

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** The query makes Node load a set-up file again for each spec file, which has a runtime of its own. */
  unstable_importModule(path) {
    globalThis.jest = this.jestGlobals.jestObjectFor(path);
    return import(`${pathToFileURL(path).href}?for=${this.#number}`);
  }

  /** The test runner, which keeps its state in its modules. */
  requireInternalModule(path) {
    for (const name of LEFT_BY_CIRCUS) delete globalThis[Symbol.for(name)];
    for (const loaded of Object.keys(require.cache)) if (CIRCUS.test(loaded)) delete require.cache[loaded];
    const original = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: RunningTest, configurable: true });
    try {
      return require(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', original);
    }
  }
}
