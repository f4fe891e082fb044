import { parseArgs } from 'node:util';

import { CALLER, header, positive, required, serviceUrl } from '../feed/arguments.js';
import { parsingProblem } from '../near-miss.js';
import { FeedError } from '../../file-import/feed-error.js';

export const USAGE = `Usage: npm run -s cli -- events consume --amqp <url> --url <base> --key <key> --secret <secret>

Takes review events (CloudEvents, type submission.status-changed.v1) from a queue of RabbitMQ and sends each to the
service. A message is acknowledged when the service has applied it. One that the service refuses goes to the queue
<name>.dead with the refusal in its headers. It runs until it is asked to stop (SIGTERM, SIGINT).

  --amqp <url>            such as amqps://user:password@broker:5671/vhost, or INTEGRATION_API_AMQP
  --queue <name>          default review-events; declared as a quorum queue, and so is <name>.dead
  --url <base>            such as https://api.example.edu, or INTEGRATION_API_URL
  --key, --secret         the credential, or INTEGRATION_API_KEY and INTEGRATION_API_SECRET (keeps it out of "ps")
  --prefetch <n>          messages at work at once, default 20
  --delivery-limit <n>    deliveries of a message before it goes to <name>.dead, default 50
  --retries <n>           attempts when the service fails, or does not know the submission yet, default 5
  --timeout <seconds>     without an answer before the connection counts as lost, default 60
  --json                  prints the summary as one JSON document
  --help

Exit code: 0 stopped, no event was refused; 1 stopped, some were refused; 2 could not start or continue.
Example: npm run -s cli -- events consume --amqp amqps://broker.example.edu --url https://api.example.edu
`;

const MOST_PREFETCHED = 1000;

export interface ConsumeArguments {
  readonly amqp: URL;
  readonly queue: string;
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly prefetch: number;
  readonly deliveryLimit: number;
  readonly attempts: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly backoffBase: number;
  readonly json: boolean;
}

const OPTIONS = {
  amqp: { type: 'string' },
  queue: { type: 'string', default: 'review-events' },
  url: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  prefetch: { type: 'string', default: '20' },
  'delivery-limit': { type: 'string', default: '50' },
  retries: { type: 'string', default: '5' },
  timeout: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const WHOLE = /^\d{1,9}$/;

/**
 * Checks the arguments; undefined when help is asked for.
 * @throws {FeedError} when an argument is not valid; the message names it
 */
export function readArguments(argv: readonly string[], env: NodeJS.ProcessEnv): ConsumeArguments | undefined {
  const values = parse(argv);
  if (values.help) return undefined;
  const { amqp, url, key, secret } = required(values, env, { amqp: 'INTEGRATION_API_AMQP', ...CALLER });
  return {
    amqp: brokerAt(amqp),
    queue: queueAt(values.queue),
    url: serviceUrl(url),
    key: header(key, '--key'),
    secret: header(secret, '--secret'),
    prefetch: prefetchAt(values.prefetch),
    deliveryLimit: positive(values['delivery-limit'], '--delivery-limit', WHOLE),
    attempts: positive(values.retries, '--retries', WHOLE),
    timeout: positive(values.timeout, '--timeout', /^\d+(\.\d+)?$/) * 1000,
    backoffBase: positive(env.INTEGRATION_API_BACKOFF_MS ?? '500', 'INTEGRATION_API_BACKOFF_MS', WHOLE),
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

/** The address may contain a password, so no message repeats it. */
function brokerAt(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'amqp:' && url?.protocol !== 'amqps:')
    throw new FeedError('--amqp must be an address such as amqp://user:password@127.0.0.1:5672');
  return url;
}

function queueAt(name: string): string {
  // A name has at most 255 bytes, and that of the dead-letter queue has five more.
  if (!/^[\x21-\x7e]{1,250}$/.test(name) || name.startsWith('amq.'))
    throw new FeedError('--queue must be 1 to 250 characters without spaces, not beginning with amq.');
  return name;
}

function prefetchAt(text: string): number {
  const prefetch = positive(text, '--prefetch', WHOLE);
  if (prefetch > MOST_PREFETCHED)
    throw new FeedError(`--prefetch ${text} must be at most ${MOST_PREFETCHED}`);
  return prefetch;
}
