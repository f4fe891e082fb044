import type { Readable, Writable } from 'node:stream';

/** What a command reads from and writes to; `process` is one. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}
