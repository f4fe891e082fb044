import { type SandboxFixture, useSandbox, type UseSandbox } from './use-sandbox.js';

/** What a test gets. */
export interface SandboxFixtures {
  /** A university of its own, which is deleted when the test ends. */
  readonly sandbox: SandboxFixture;
}

/** What a file or a group of tests may set. */
export interface SandboxOptions {
  readonly sandboxOptions: UseSandbox;
}

/** The longest name that the service takes. */
const LONGEST_NAME = 100;

/** Makes a sandbox with the name of a test, and deletes it when the test ends. */
export async function withSandbox(
  title: string,
  options: UseSandbox,
  use: (sandbox: SandboxFixture) => unknown,
): Promise<void> {
  const sandbox = await useSandbox({ name: nameOf(title), ...options });
  try {
    await use(sandbox);
  } catch (error) {
    // Why the test failed matters more than whether the sandbox could be deleted.
    await sandbox.remove().catch(() => undefined);
    throw error;
  }
  await sandbox.remove();
}

function nameOf(title: string): string {
  return [...title.replace(/\s+/g, ' ')].slice(0, LONGEST_NAME).join('') || 'Test';
}
