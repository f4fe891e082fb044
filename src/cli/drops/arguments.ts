import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { FeedError } from '../../file-import/feed-error.js';
import { CALLER, header, positive, required, serviceUrl } from '../feed/arguments.js';
import { parsingProblem } from '../near-miss.js';

export const USAGE = `Usage: npm run -s cli -- drops run --dir <folder> --url <base> --key <key> --secret <secret>

Takes files of people that others put into a folder, by SFTP or otherwise, and feeds each to the service, one after
the other in the order of their names. What became of <name> stands in <name>.result.json and <name>.result.csv; the
file goes into archive/, or into refused/ with <name>.reason.txt. Without --once it runs until it is asked to stop
(SIGTERM, SIGINT). docs/drops.md has the whole set-up.

  --dir <folder>       where the files are put; its drops.json says what files are, by their names
  --url <base>         such as https://api.example.edu, or INTEGRATION_API_URL
  --key, --secret      the credential, or INTEGRATION_API_KEY and INTEGRATION_API_SECRET (keeps it out of "ps")
  --once               ends when no file is ready or about to be
  --settle <seconds>   a file without <name>.ok is ready when it has not changed for so long, default 10
  --retries <n>        attempts without progress before giving up until the next look, default 8
  --timeout <seconds>  without an answer before the connection counts as lost, default 60
  --json               prints the result of each file as a JSON document in a line
  --help

Exit code of --once: 0 all rows accepted, 1 some rows or files were refused or a run is not complete, 2 it could not
work, and files stay.
Example: npm run -s cli -- drops run --dir /srv/drops/sis --once --url https://api.example.edu
`;

export interface DropsArguments {
  /** Absolute. */
  readonly dir: string;
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly isOnce: boolean;
  /** Milliseconds. */
  readonly settle: number;
  readonly attempts: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly backoffBase: number;
  readonly json: boolean;
}

const OPTIONS = {
  dir: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  once: { type: 'boolean', default: false },
  settle: { type: 'string', default: '10' },
  retries: { type: 'string', default: '8' },
  timeout: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const MOST_SETTLE_SECONDS = 86_400;

/**
 * Checks the arguments; undefined when help is asked for.
 * @throws {FeedError} when an argument is not valid; the message names it
 */
export function readArguments(argv: readonly string[], env: NodeJS.ProcessEnv): DropsArguments | undefined {
  const values = parse(argv);
  if (values.help) return undefined;
  const noFolder = (values.dir ?? '').trim() === '' ? ['--dir is missing; give the folder of the files'] : [];
  const { url, key, secret } = required(values, env, CALLER, noFolder);
  return {
    dir: resolve(values.dir ?? ''),
    url: serviceUrl(url),
    key: header(key, '--key'),
    secret: header(secret, '--secret'),
    isOnce: values.once,
    settle: settleAt(values.settle),
    attempts: positive(values.retries, '--retries', /^\d+$/),
    timeout: positive(values.timeout, '--timeout', /^\d+(\.\d+)?$/) * 1000,
    backoffBase: positive(env.INTEGRATION_API_BACKOFF_MS ?? '500', 'INTEGRATION_API_BACKOFF_MS', /^\d+$/),
    json: values.json,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new FeedError(parsingProblem(error, Object.keys(OPTIONS)));
  }
}

function settleAt(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds <= MOST_SETTLE_SECONDS) return seconds * 1000;
  throw new FeedError(`--settle ${text} must be seconds from 0 to ${MOST_SETTLE_SECONDS}`);
}
