import { test as base, type TestAPI } from 'vitest';

import { type SandboxFixtures, type SandboxOptions, withSandbox } from './with-sandbox.js';

export { expect } from 'vitest';
export type { UseSandbox } from './use-sandbox.js';

/**
 * Vitest's `test`, with a sandbox for each test that takes one. `test.extend({ sandboxOptions })` gives one whose
 * sandboxes are others.
 */
export const test: TestAPI<SandboxFixtures & SandboxOptions> = base.extend<SandboxFixtures & SandboxOptions>({
  sandboxOptions: {},
  sandbox: async ({ sandboxOptions, task }, use) => {
    await withSandbox(task.name, sandboxOptions, use);
  },
});
