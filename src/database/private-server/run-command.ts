import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly ok: boolean;
  /** stdout and stderr, in the order in which they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end. Never rejects: a program that cannot be started counts as failed. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: options.env ?? process.env, stdio: 'pipe' });
    let output = '';
    const collect = (chunk: string): void => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    // A program that ends without reading its input breaks the pipe; its exit code is reported instead.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      resolve({ ok: false, output: error.message });
    });
    child.on('close', (code) => {
      resolve({ ok: code === 0, output });
    });
    child.stdin.end(options.input ?? '');
  });
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
