import { StartupProblems } from '../errors/startup-problem.js';
import { asHost, databaseUrl, hosts, listOf, networks, publicAddress, redisUrl } from './addresses.js';
import { certificatesIn } from './certificates.js';
import { BadVariable, EnvironmentReader, isSet } from './environment-reader.js';
import { type KeyName, type KeySource, keySourceOf } from './key-source.js';
import { flag, type Kind, oneOf, textThat, wholeNumber, Wrong } from './kinds.js';
import { type MailServer, mailServerOf } from './mail-server.js';
import { DEFAULT_MODEL, largestConfidence, type MatchModel, readMatchWeights } from './match-model.js';
import { judgeNames } from './unknown-variables.js';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];
const LOGGED_REQUESTS = ['failed-and-slow', 'all'] as const;
const TRACED_CALLERS = ['follow', 'link'] as const;
/** The scripts read the first one, and the search for the private server's program the other. */
const READ_ELSEWHERE = ['BUILD_PAGES', 'MYSQLD'];

/** The configuration, typed and frozen. Nothing else in the service reads the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** `mysql://…`; undefined means the private server in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The replicas of that database, for long reads. */
  readonly databaseReadUrl: string | undefined;
  /** `redis://…`; undefined means that rate limits count in the database. */
  readonly redisUrl: string | undefined;
  readonly poolSize: number;
  /** A database that answers nothing for so long counts as lost. */
  readonly databaseSilenceSeconds: number;
  readonly dataDir: string;
  /** Where the key is under which secrets are hashed and sealed; undefined means the one kept in `dataDir`. */
  readonly serverKey: KeySource | undefined;
  /** Where the key is that is valid beside it while the key is changed. */
  readonly previousServerKey: KeySource | undefined;
  /** The address for callers, without a slash at the end, as the environment gives it; see `PublicUrl`. */
  readonly publicUrl: string;
  /** Where `publicUrl` comes from. The default port says nothing about a service that another process runs. */
  readonly publicUrlFrom: 'PUBLIC_URL' | 'PORT' | 'default';
  /** The proxies whose header X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  /** Which requests have a line of the log each. */
  readonly logRequests: (typeof LOGGED_REQUESTS)[number];
  /** Whether a request goes on with the trace of its caller, or begins one that is linked to it. */
  readonly traceCallers: (typeof TRACED_CALLERS)[number];
  /** Whether an empty database gets a demo tenant. */
  readonly demo: boolean;
  /** Whether testers may make sandboxes. */
  readonly sandboxes: boolean;
  readonly authFailuresPerMinute: number;
  /** How long a process that is asked to stop still takes connections, so that a balancer notices first. */
  readonly drainSeconds: number;
  /** How long an idle connection is kept. */
  readonly keepAliveSeconds: number;
  /** The largest file of people that an administrator may send with the pages. */
  readonly fileLimitMiB: number;
  /** How candidates of `POST /users/match` are scored. */
  readonly matchModel: MatchModel;
  /** The certificate that callers are shown, and its chain; undefined means that its end is not watched. */
  readonly certificateFile: string | undefined;
  /** Hosts that webhooks may have though they are in a private network. */
  readonly webhookPrivateHosts: readonly string[];
  /** Undefined means that no message is sent. */
  readonly mailServer: MailServer | undefined;
}

const share = textThat(
  (text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text),
  'must be a number from 0 to 1, such as 0.02',
);
const certificateFile = textThat(
  (text) => certificatesIn(text) !== undefined,
  'must name a readable file with a certificate in PEM',
);
const matchWeights: Kind<Partial<MatchModel>> = (text, name) => {
  const read = readMatchWeights(text);
  return 'weights' in read ? read : new Wrong(`${name}: ${read.join('; ')}`);
};

/** A model by which no person would ever be a candidate is refused; 1 is reached by rounding. */
function matchModelFrom(read: EnvironmentReader): MatchModel {
  const minConfidence = Number(read.value('MATCH_MIN_CONFIDENCE', share) ?? DEFAULT_MODEL.minConfidence);
  const weights = read.value('MATCH_WEIGHTS', matchWeights);
  const model = { ...DEFAULT_MODEL, ...weights, minConfidence };
  const most = largestConfidence(model).toFixed(4);
  if (minConfidence > Number(most))
    read.refuse(
      'MATCH_MIN_CONFIDENCE',
      `MATCH_MIN_CONFIDENCE leaves out every candidate: with MATCH_WEIGHTS the largest confidence is ${most}`,
    );
  return model;
}

function keyFrom(read: EnvironmentReader, name: KeyName): KeySource | undefined {
  const names = [name, `${name}_FILE`, `${name}_COMMAND`] as const;
  const source = keySourceOf(Object.fromEntries(names.map((one) => [one, read.text(one)])), name);
  if (typeof source !== 'string') return source;
  read.refuse(name, source);
  return undefined;
}

function mailServerFrom(read: EnvironmentReader): MailServer | undefined {
  const names = ['SMTP_URL', 'SMTP_PASSWORD_FILE', 'SMTP_FROM'];
  const server = mailServerOf(Object.fromEntries(names.map((name) => [name, read.text(name)])));
  if (server === undefined || !('problems' in server)) return server;
  for (const line of server.problems) read.refuse('SMTP_URL', line);
  return undefined;
}

function addressFrom(read: EnvironmentReader): Pick<Config, 'port' | 'publicUrl' | 'publicUrlFrom'> {
  const port = read.value('PORT', wholeNumber(0, 65535));
  const given = read.value('PUBLIC_URL', publicAddress);
  const from = port === undefined || port === 0 ? 'default' : 'PORT';
  return {
    port: port ?? 3000,
    publicUrl: given ?? `http://localhost:${port ?? 3000}`,
    publicUrlFrom: given === undefined ? from : 'PUBLIC_URL',
  };
}

/** Every variable that the service reads, once; `.env.example` explains each. */
function configFrom(read: EnvironmentReader): Config {
  const isProduction = read.text('NODE_ENV') === 'production';
  return {
    ...addressFrom(read),
    host: read.text('HOST') ?? '127.0.0.1',
    databaseUrl: read.value('DATABASE_URL', databaseUrl),
    databaseReadUrl: read.value('DATABASE_READ_URL', databaseUrl),
    redisUrl: read.value('REDIS_URL', redisUrl),
    poolSize: read.value('DATABASE_POOL_SIZE', wholeNumber(2, 500)) ?? 10,
    databaseSilenceSeconds: read.value('DATABASE_SILENCE_SECONDS', wholeNumber(1, 60)) ?? 1,
    dataDir: read.text('DATA_DIR') ?? '.data',
    serverKey: keyFrom(read, 'SERVER_KEY'),
    previousServerKey: keyFrom(read, 'SERVER_KEY_PREVIOUS'),
    trustedProxies: listOf(read.value('TRUSTED_PROXIES', networks) ?? ''),
    logLevel: read.value('LOG_LEVEL', oneOf(LOG_LEVELS)) ?? 'info',
    logRequests: read.value('LOG_REQUESTS', oneOf(LOGGED_REQUESTS)) ?? 'failed-and-slow',
    traceCallers: read.value('TRACE_CALLERS', oneOf(TRACED_CALLERS)) ?? 'follow',
    demo: read.value('DEMO', flag) ?? !isProduction,
    sandboxes: read.value('SANDBOXES', flag) ?? !isProduction,
    authFailuresPerMinute: read.value('AUTH_FAILURES_PER_MINUTE', wholeNumber(1)) ?? 300,
    drainSeconds: read.value('DRAIN_SECONDS', wholeNumber(0, 60)) ?? 0,
    keepAliveSeconds: read.value('KEEP_ALIVE_SECONDS', wholeNumber(1, 3600)) ?? 75,
    fileLimitMiB: read.value('FILE_LIMIT_MIB', wholeNumber(1, 1024)) ?? 64,
    matchModel: matchModelFrom(read),
    certificateFile: read.value('CERTIFICATE_FILE', certificateFile),
    webhookPrivateHosts: listOf(read.value('WEBHOOK_PRIVATE_HOSTS', hosts) ?? '').map(asHost),
    mailServer: mailServerFrom(read),
  };
}

/** What the environment says, as far as it is valid. */
export interface ReadEnvironment {
  /** With its default in the place of a variable that is not valid. */
  readonly config: Config;
  readonly problems: readonly BadVariable[];
  /** Variables that look meant for the service, and that it does not read. */
  readonly unread: readonly string[];
}

/**
 * Reads and checks the environment. A variable that is unset or blank takes its default; the demo tenant and sandboxes
 * are off by default when NODE_ENV is `production`.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): ReadEnvironment {
  const read = new EnvironmentReader(env);
  const config = Object.freeze(configFrom(read));
  const given = Object.keys(env).filter((name) => isSet(env[name]));
  const { mistaken, unread } = judgeNames(given, [...read.names, ...READ_ELSEWHERE]);
  const problems = mistaken.map(({ meant, sentence }) => new BadVariable(meant, sentence));
  return { config, problems: [...problems, ...read.problems], unread };
}

/** Whether these variables are valid, so that it makes sense to check what they name. */
export function isSound({ problems }: ReadEnvironment, ...names: readonly string[]): boolean {
  return !problems.some(({ about }) => names.includes(about));
}

/** The same for all variables of the server key. */
export function areKeysSound({ problems }: ReadEnvironment): boolean {
  return !problems.some(({ about }) => about.startsWith('SERVER_KEY'));
}

/**
 * The configuration that the environment gives.
 * @throws {StartupProblems} when a variable is not valid, or looks like a mistyped one; it names every one
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = readEnvironment(env);
  if (problems.length > 0) throw new StartupProblems(problems);
  return config;
}
