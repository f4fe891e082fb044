import { runCommand } from '../../src/database/private-server/run-command.js';

/** Runs a program of the system. @throws {Error} when it fails, with what it printed */
export async function must(file: string, ...args: string[]): Promise<void> {
  const { ok, output } = await runCommand(file, args);
  if (!ok) throw new Error(`${[file, ...args].join(' ')} failed: ${output.trim()}`);
}
