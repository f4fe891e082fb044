import type { Readable, Writable } from 'node:stream';

/** The input, output and environment of a command; `process` is one. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}
