import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { feed } from '../../src/cli/feed/feed.js';

export interface FeedRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the nightly command in this process. */
export async function runFeed(
  argv: string[],
  env: NodeJS.ProcessEnv = {},
  stdin = new PassThrough(),
): Promise<FeedRun> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await feed(argv, { stdin, stdout, stderr, env });
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
}

/** The options that say where the service is and who calls. */
export function credentialOptions(url: string, key: string, secret: string): string[] {
  return ['--url', url, '--key', key, '--secret', secret];
}
