import { PassThrough } from 'node:stream';

import { feed } from '../../src/cli/feed/feed.js';
import { printed } from './terminal.js';

/** Runs the nightly command in this process. */
export function runFeed(
  argv: string[],
  env: NodeJS.ProcessEnv = {},
  stdin = new PassThrough(),
): ReturnType<typeof printed> {
  return printed((output) => feed(argv, { stdin, env, ...output }, 'npm run -s cli -- feed'));
}

/** The options that say where the service is and who calls. */
export function credentialOptions(url: string, key: string, secret: string): string[] {
  return ['--url', url, '--key', key, '--secret', secret];
}
