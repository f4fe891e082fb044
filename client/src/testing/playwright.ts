import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as base,
  type TestType,
} from '@playwright/test';

import { type SandboxFixtures, type SandboxOptions, withSandbox } from './with-sandbox.js';

export { expect } from '@playwright/test';
export type { UseSandbox } from './use-sandbox.js';

export type SandboxTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures & SandboxOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * Playwright's `test`, with a sandbox for each test that takes one. `test.use({ sandboxOptions })` says for a file or a
 * group, and `use` of the configuration for a project, what the sandboxes are to be.
 */
export const test: SandboxTest = base.extend<SandboxFixtures & SandboxOptions>({
  sandboxOptions: [{}, { option: true }],
  sandbox: async ({ sandboxOptions }, use, { title }) => {
    await withSandbox(title, sandboxOptions, use);
  },
});
