import { test as base } from '@jest/globals';

import type { UseSandbox } from './use-sandbox.js';
import { type SandboxFixtures, type SandboxOptions, withSandbox } from './with-sandbox.js';

export { expect } from '@jest/globals';
export type { UseSandbox } from './use-sandbox.js';

/** Declares a test. `timeout` is Jest's limit in milliseconds, within which the sandbox is made and deleted, too. */
export type DeclareTest = (
  name: string,
  body: (fixtures: SandboxFixtures) => void | Promise<void>,
  timeout?: number,
) => void;

export interface SandboxTest extends DeclareTest {
  readonly only: DeclareTest;
  readonly skip: DeclareTest;
  readonly failing: DeclareTest;
  /** One whose sandboxes are others, such as `test.extend({ sandboxOptions: { seed: 'empty' } })`. */
  readonly extend: (options: SandboxOptions) => SandboxTest;
}

/** Jest's `test`, with a sandbox for each test. Jest has no fixtures, so this is one of our own. */
export const test: SandboxTest = testWith({});

function testWith(options: UseSandbox): SandboxTest {
  return Object.assign(declareBy(base, options), {
    only: declareBy(base.only, options),
    skip: declareBy(base.skip, options),
    failing: declareBy(base.failing, options),
    extend: ({ sandboxOptions }: SandboxOptions) => testWith(sandboxOptions),
  });
}

function declareBy(
  declare: (name: string, body: () => Promise<void>, timeout?: number) => void,
  options: UseSandbox,
): DeclareTest {
  return (name, body, timeout) => {
    declare(name, () => withSandbox(name, options, (sandbox) => body({ sandbox })), timeout);
  };
}
