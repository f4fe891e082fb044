import { isIP } from 'node:net';

import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
} from 'class-validator';

import { DEFAULT_MODEL, largestConfidence, type MatchModel, readMatchWeights } from './match-model.js';
import { certificatesIn } from './certificates.js';
import { type KeySource, keySourceOf } from './key-source.js';
import { type MailServer, mailServerOf } from './mail-server.js';

const DATABASE_URL = /^(mysql|mariadb):\/\/[^\s/]*\/[^\s/?]+(\?\S*)?$/;
const REDIS_URL = /^rediss?:\/\/([^\s/@]*@)?[^\s/?#@]+(\/\d{0,4})?$/;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const LOGGED_REQUESTS = ['failed-and-slow', 'all'] as const;

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** An IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Checked here, as an error of the Redis client would contain the password. */
function isRedisUrl(text: string): boolean {
  if (!REDIS_URL.test(text) || !URL.canParse(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function problemsOfWeights(text: string): readonly string[] {
  const read = readMatchWeights(text);
  return 'weights' in read ? [] : read;
}

/** Every environment variable that the service reads; `.env.example` explains each. */
class Environment {
  @IsInt({ message: 'PORT must be a whole number from 0 to 65535' })
  @Min(0, { message: 'PORT must be a whole number from 0 to 65535' })
  @Max(65535, { message: 'PORT must be a whole number from 0 to 65535' })
  PORT = 3000;

  @IsString()
  @MinLength(1, { message: 'HOST must be an address to listen on, such as 127.0.0.1 or ::' })
  HOST = '127.0.0.1';

  @IsOptional()
  @Matches(DATABASE_URL, {
    message: 'DATABASE_URL must look like mysql://user:password@host:3306/database',
  })
  DATABASE_URL?: string;

  @IsOptional()
  @Matches(DATABASE_URL, {
    message: 'DATABASE_READ_URL must look like mysql://user:password@host:3306/database',
  })
  DATABASE_READ_URL?: string;

  @IsOptional()
  @ValidateBy({
    name: 'isRedisUrl',
    validator: {
      validate: (value) => typeof value === 'string' && isRedisUrl(value),
      defaultMessage: () => 'REDIS_URL must look like redis://user:password@host:6379/0',
    },
  })
  REDIS_URL?: string;

  @IsInt({ message: 'DATABASE_POOL_SIZE must be a whole number from 2 to 500' })
  @Min(2, { message: 'DATABASE_POOL_SIZE must be a whole number from 2 to 500' })
  @Max(500, { message: 'DATABASE_POOL_SIZE must be a whole number from 2 to 500' })
  DATABASE_POOL_SIZE = 10;

  @IsInt({ message: 'DATABASE_SILENCE_SECONDS must be a whole number from 1 to 60' })
  @Min(1, { message: 'DATABASE_SILENCE_SECONDS must be a whole number from 1 to 60' })
  @Max(60, { message: 'DATABASE_SILENCE_SECONDS must be a whole number from 1 to 60' })
  DATABASE_SILENCE_SECONDS = 1;

  @IsString()
  @MinLength(1, { message: 'DATA_DIR must be a folder for the private database' })
  DATA_DIR = '.data';

  /** One of three each; checked by {@link keySourceOf}. */
  @IsOptional()
  SERVER_KEY?: string;

  @IsOptional()
  SERVER_KEY_FILE?: string;

  @IsOptional()
  SERVER_KEY_COMMAND?: string;

  @IsOptional()
  SERVER_KEY_PREVIOUS?: string;

  @IsOptional()
  SERVER_KEY_PREVIOUS_FILE?: string;

  @IsOptional()
  SERVER_KEY_PREVIOUS_COMMAND?: string;

  @IsOptional()
  @Matches(/^https?:\/\/[^\s/]+(\/[^\s?#]*)?$/, {
    message: 'PUBLIC_URL must look like https://integration.example.edu',
  })
  PUBLIC_URL?: string;

  @IsOptional()
  @ValidateBy({
    name: 'isNetworks',
    validator: {
      validate: (value) => typeof value === 'string' && listOf(value).every(isNetwork),
      defaultMessage: () => 'TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.5,10.1.0.0/16',
    },
  })
  TRUSTED_PROXIES?: string;

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @IsIn(LOGGED_REQUESTS, { message: `LOG_REQUESTS must be one of ${LOGGED_REQUESTS.join(', ')}` })
  LOG_REQUESTS: (typeof LOGGED_REQUESTS)[number] = 'failed-and-slow';

  @IsIn(['true', 'false'], { message: 'DEMO must be true or false' })
  DEMO = 'true';

  @IsIn(['true', 'false'], { message: 'SANDBOXES must be true or false' })
  SANDBOXES = 'true';

  @IsInt({ message: 'DRAIN_SECONDS must be a whole number from 0 to 60' })
  @Min(0, { message: 'DRAIN_SECONDS must be a whole number from 0 to 60' })
  @Max(60, { message: 'DRAIN_SECONDS must be a whole number from 0 to 60' })
  DRAIN_SECONDS = 0;

  @IsInt({ message: 'KEEP_ALIVE_SECONDS must be a whole number from 1 to 3600' })
  @Min(1, { message: 'KEEP_ALIVE_SECONDS must be a whole number from 1 to 3600' })
  @Max(3600, { message: 'KEEP_ALIVE_SECONDS must be a whole number from 1 to 3600' })
  KEEP_ALIVE_SECONDS = 75;

  @IsInt({ message: 'AUTH_FAILURES_PER_MINUTE must be a whole number of 1 or more' })
  @Min(1, { message: 'AUTH_FAILURES_PER_MINUTE must be a whole number of 1 or more' })
  AUTH_FAILURES_PER_MINUTE = 300;

  @IsInt({ message: 'FILE_LIMIT_MIB must be a whole number from 1 to 1024' })
  @Min(1, { message: 'FILE_LIMIT_MIB must be a whole number from 1 to 1024' })
  @Max(1024, { message: 'FILE_LIMIT_MIB must be a whole number from 1 to 1024' })
  FILE_LIMIT_MIB = 64;

  @Matches(/^(0(\.\d+)?|1(\.0+)?)$/, {
    message: 'MATCH_MIN_CONFIDENCE must be a number from 0 to 1, such as 0.02',
  })
  MATCH_MIN_CONFIDENCE = String(DEFAULT_MODEL.minConfidence);

  @IsOptional()
  @ValidateBy({
    name: 'isMatchWeights',
    validator: {
      validate: (value) => typeof value === 'string' && problemsOfWeights(value).length === 0,
      defaultMessage: (of) => `MATCH_WEIGHTS: ${problemsOfWeights(String(of?.value)).join('; ')}`,
    },
  })
  MATCH_WEIGHTS?: string;

  @IsOptional()
  @ValidateBy({
    name: 'isCertificateFile',
    validator: {
      validate: (value) => typeof value === 'string' && certificatesIn(value) !== undefined,
      defaultMessage: () => 'CERTIFICATE_FILE must name a readable file with a certificate in PEM',
    },
  })
  CERTIFICATE_FILE?: string;

  /** These three are checked together, by {@link mailServerOf}. */
  @IsOptional()
  SMTP_URL?: string;

  @IsOptional()
  SMTP_PASSWORD_FILE?: string;

  @IsOptional()
  SMTP_FROM?: string;
}

const KEY_VARIABLES = ['SERVER_KEY', 'SERVER_KEY_PREVIOUS'].flatMap((name) => [
  name,
  `${name}_FILE`,
  `${name}_COMMAND`,
]);

const NUMBERS = new Set([
  'PORT',
  'DATABASE_POOL_SIZE',
  'DATABASE_SILENCE_SECONDS',
  'DRAIN_SECONDS',
  'KEEP_ALIVE_SECONDS',
  'AUTH_FAILURES_PER_MINUTE',
  'FILE_LIMIT_MIB',
]);

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
  /** Undefined means that no message is sent. */
  readonly mailServer: MailServer | undefined;
}

function matchModelOf({ MATCH_WEIGHTS = '{}', MATCH_MIN_CONFIDENCE }: Environment): MatchModel {
  const read = readMatchWeights(MATCH_WEIGHTS);
  const scoring = 'weights' in read ? read : DEFAULT_MODEL;
  return { ...DEFAULT_MODEL, ...scoring, minConfidence: Number(MATCH_MIN_CONFIDENCE) };
}

/** A model by which no person would ever be a candidate; 1 is reached by rounding. */
function problemsOfModel(model: MatchModel): string[] {
  const most = largestConfidence(model).toFixed(4);
  return model.minConfidence > Number(most)
    ? [
        `MATCH_MIN_CONFIDENCE leaves out every candidate: with MATCH_WEIGHTS the largest confidence is ${most}`,
      ]
    : [];
}

/** One line for each bad variable, without its value, which may be a secret. */
export class BadEnvironment extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
    this.name = 'BadEnvironment';
  }
}

function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function sourceOfUrl(
  { PUBLIC_URL, PORT }: Environment,
  given: readonly (readonly [string, unknown])[],
): Config['publicUrlFrom'] {
  if (PUBLIC_URL !== undefined) return 'PUBLIC_URL';
  return PORT !== 0 && given.some(([name]) => name === 'PORT') ? 'PORT' : 'default';
}

/**
 * Reads and checks the environment. A variable that is unset or blank takes its default; the demo tenant and sandboxes
 * are off by default when NODE_ENV is `production`.
 * @throws {BadEnvironment} when a variable is not valid; it names every one
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const known = Object.keys(new Environment()).concat(
    'DATABASE_URL',
    'DATABASE_READ_URL',
    'REDIS_URL',
    ...KEY_VARIABLES,
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
    'MATCH_WEIGHTS',
    'CERTIFICATE_FILE',
    'SMTP_URL',
    'SMTP_PASSWORD_FILE',
    'SMTP_FROM',
  );
  const given = known
    .filter((name) => env[name] !== undefined && env[name].trim() !== '')
    .map((name) => [name, NUMBERS.has(name) ? toNumber(env[name] ?? '') : env[name]] as const);
  const defaults = env['NODE_ENV'] === 'production' ? { DEMO: 'false', SANDBOXES: 'false' } : {};
  const environment = plainToInstance(Environment, { ...defaults, ...Object.fromEntries(given) });
  const lines = validateSync(environment).map(
    (error) => Object.values(error.constraints ?? {})[0] ?? `${error.property} is not valid`,
  );
  const matchModel = matchModelOf(environment);
  if (lines.length === 0) lines.push(...problemsOfModel(matchModel));
  const mailServer = mailServerOf(environment);
  if (mailServer !== undefined && 'problems' in mailServer) lines.push(...mailServer.problems);
  const serverKey = keySourceOf(environment, 'SERVER_KEY');
  const previousServerKey = keySourceOf(environment, 'SERVER_KEY_PREVIOUS');
  for (const read of [serverKey, previousServerKey]) if (typeof read === 'string') lines.push(read);
  if (
    lines.length > 0 ||
    (mailServer !== undefined && 'problems' in mailServer) ||
    typeof serverKey === 'string' ||
    typeof previousServerKey === 'string'
  )
    throw new BadEnvironment(lines);
  return Object.freeze({
    port: environment.PORT,
    host: environment.HOST,
    databaseUrl: environment.DATABASE_URL,
    databaseReadUrl: environment.DATABASE_READ_URL,
    redisUrl: environment.REDIS_URL,
    poolSize: environment.DATABASE_POOL_SIZE,
    databaseSilenceSeconds: environment.DATABASE_SILENCE_SECONDS,
    dataDir: environment.DATA_DIR,
    serverKey,
    previousServerKey,
    publicUrlFrom: sourceOfUrl(environment, given),
    publicUrl: (environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).replace(/\/$/, ''),
    trustedProxies: listOf(environment.TRUSTED_PROXIES ?? ''),
    logLevel: environment.LOG_LEVEL,
    logRequests: environment.LOG_REQUESTS,
    demo: environment.DEMO === 'true',
    sandboxes: environment.SANDBOXES === 'true',
    authFailuresPerMinute: environment.AUTH_FAILURES_PER_MINUTE,
    drainSeconds: environment.DRAIN_SECONDS,
    keepAliveSeconds: environment.KEEP_ALIVE_SECONDS,
    fileLimitMiB: environment.FILE_LIMIT_MIB,
    matchModel,
    certificateFile: environment.CERTIFICATE_FILE,
    mailServer,
  });
}
