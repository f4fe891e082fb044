import { execFile } from 'node:child_process';

import { StartupProblem } from '../errors/startup-problem.js';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024;
const LONGEST_EXCUSE = 500;

/** Why the program failed. `message` of Node would contain the arguments, which may be secret. */
function reasonOf({ code, signal, killed }: RunError, timeoutMs: number): string {
  if (code === 'ABORT_ERR') return 'had not ended when the service had found other problems';
  if (killed === true) return `did not end within ${timeoutMs / 1000} seconds`;
  if (typeof code === 'number') return `ended with ${code}`;
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed more than a key';
  return signal ? `was ended by ${signal}` : `could not be started (${code ?? 'unknown reason'})`;
}

type RunError = Pick<Error, 'message'> & {
  readonly code?: string | number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly killed?: boolean;
};

export interface CommandLimits {
  readonly timeoutMs?: number;
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The output of a program that prints a key. No shell takes part. Its standard output is never shown; its standard
 * error is, when it fails.
 * @throws {StartupProblem} when it fails, or takes longer than the time limit
 */
export function outputOf(
  [program = '', ...words]: readonly string[],
  name: string,
  { timeoutMs = TIMEOUT_MS, signal }: CommandLimits = {},
): Promise<string> {
  const options = {
    timeout: timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    maxBuffer: MOST_BYTES,
    killSignal: 'SIGKILL',
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const excuse = stderr.trim().replace(/\s+/g, ' ').slice(0, LONGEST_EXCUSE);
      reject(
        new StartupProblem(
          `${name}: ${program} ${reasonOf(error, timeoutMs)}${excuse === '' ? '' : `: ${excuse}`}`,
          'it must print the key and end with 0',
        ),
      );
    });
    // A program that asks for a password would otherwise wait for one.
    child.stdin?.end();
  });
}
