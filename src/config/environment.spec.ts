import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { DEFAULT_MODEL } from './match-model.js';
import { type Config, readConfig, readEnvironment } from './environment.js';

function linesOf(env: NodeJS.ProcessEnv): string[] {
  return readEnvironment(env).problems.map(({ message }) => message);
}

const DEFAULTS: Config = {
  port: 3000,
  host: '127.0.0.1',
  databaseUrl: undefined,
  databaseReadUrl: undefined,
  redisUrl: undefined,
  poolSize: 10,
  databaseSilenceSeconds: 1,
  dataDir: '.data',
  serverKey: undefined,
  previousServerKey: undefined,
  publicUrl: 'http://localhost:3000',
  publicUrlFrom: 'default',
  trustedProxies: [],
  logLevel: 'info',
  logRequests: 'failed-and-slow',
  traceCallers: 'follow',
  demo: true,
  sandboxes: true,
  authFailuresPerMinute: 300,
  drainSeconds: 0,
  keepAliveSeconds: 75,
  fileLimitMiB: 64,
  matchModel: DEFAULT_MODEL,
  certificateFile: undefined,
  webhookPrivateHosts: [],
  mailServer: undefined,
};

const DATABASE = 'mysql://app:p%40ss@db.example.edu:3307/integration?ssl=verify';
const REPLICAS = 'mysql://reader:p%40ss@replica1.example.edu,replica2.example.edu:3307/integration';
const REDIS = 'rediss://:p%40ss@cache.example.edu:6380/2';
const KEY = 'k'.repeat(32);
const EXAMPLE = parseEnv(readFileSync('.env.example', 'utf8'));

describe('the environment', () => {
  it('may be empty', () => {
    expect(readConfig({})).toEqual(DEFAULTS);
  });

  it('has the variables of .env.example, and no other', () => {
    const asked = new Set<string>();
    const env = new Proxy({}, { get: (_, name) => void asked.add(String(name)) });
    readEnvironment(env);
    const elsewhere = ['BUILD_PAGES', 'MYSQLD'];
    const ofNode = 'NODE_ENV';
    expect([...asked, ...elsewhere].sort()).toEqual([...Object.keys(EXAMPLE), ofNode].sort());
    for (const name of Object.keys(EXAMPLE))
      expect(linesOf({ [name.toLowerCase()]: 'x' })).toEqual([expect.stringContaining(`mean ${name}?`)]);
  });

  it('has the values of .env.example by default', () => {
    expect(readConfig(EXAMPLE)).toEqual({ ...DEFAULTS, publicUrlFrom: 'PORT' });
  });

  it('takes a blank variable for one that is not set', () => {
    const blank = Object.fromEntries(
      ['PORT', 'HOST', 'DATABASE_URL', 'SERVER_KEY', 'DEMO'].map((name) => [name, ' ']),
    );
    expect(readConfig(blank)).toEqual(DEFAULTS);
  });

  it.each([
    [{ PORT: '8080' }, 'PORT'],
    [{ PORT: '3000' }, 'PORT'],
    [{ PORT: '0' }, 'default'],
    [{ PORT: ' ' }, 'default'],
    [{ PORT: '8080', PUBLIC_URL: 'https://api.example.edu' }, 'PUBLIC_URL'],
  ])('of %j says what it knows the address of the service from: %s', (env, from) => {
    expect(readConfig(env).publicUrlFrom).toBe(from);
  });

  it.each<[string, string, Partial<Config>]>([
    ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080', publicUrlFrom: 'PORT' }],
    ['HOST', '::', { host: '::' }],
    ['DATABASE_URL', DATABASE, { databaseUrl: DATABASE }],
    ['DATABASE_READ_URL', REPLICAS, { databaseReadUrl: REPLICAS }],
    ['REDIS_URL', REDIS, { redisUrl: REDIS }],
    ['DATABASE_POOL_SIZE', '25', { poolSize: 25 }],
    ['DATABASE_SILENCE_SECONDS', '3', { databaseSilenceSeconds: 3 }],
    ['DATA_DIR', '/var/lib/integration', { dataDir: '/var/lib/integration' }],
    ['SERVER_KEY', KEY, { serverKey: { from: 'value', name: 'SERVER_KEY', value: KEY } }],
    [
      'PUBLIC_URL',
      'https://api.example.edu/',
      { publicUrl: 'https://api.example.edu', publicUrlFrom: 'PUBLIC_URL' },
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.5, 10.1.0.0/16,::1/32',
      { trustedProxies: ['10.0.0.5', '10.1.0.0/16', '::1/32'] },
    ],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    ['LOG_REQUESTS', 'all', { logRequests: 'all' }],
    ['TRACE_CALLERS', 'link', { traceCallers: 'link' }],
    ['DEMO', 'false', { demo: false }],
    ['SANDBOXES', 'false', { sandboxes: false }],
    ['AUTH_FAILURES_PER_MINUTE', '30', { authFailuresPerMinute: 30 }],
    ['DRAIN_SECONDS', '5', { drainSeconds: 5 }],
    ['KEEP_ALIVE_SECONDS', '90', { keepAliveSeconds: 90 }],
    ['FILE_LIMIT_MIB', '8', { fileLimitMiB: 8 }],
  ])('with %s=%s sets that alone', (name, value, set) => {
    expect(readConfig({ [name]: value })).toEqual({ ...DEFAULTS, ...set });
  });

  it.each([
    ['asks for no demo tenant in production unless DEMO is true', 'DEMO', 'demo'],
    ['has no sandboxes in production unless SANDBOXES is true', 'SANDBOXES', 'sandboxes'],
  ] as const)('%s', (_, name, key) => {
    expect(readConfig({ NODE_ENV: 'production' })[key]).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', [name]: 'true' })[key]).toBe(true);
  });

  it('becomes a configuration that cannot be changed', () => {
    const config = readConfig({}) as { port: number };
    expect(() => (config.port = 1)).toThrow(TypeError);
  });
});

describe('bad variables', () => {
  it.each<[string, string]>([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['PORT', '3e3'],
    ['DATABASE_URL', 'postgres://app:secret@db/integration'],
    ['DATABASE_URL', 'secret'],
    ['DATABASE_URL', 'mysql://app:secret@db'],
    ['DATABASE_URL', 'mysql://app:secret@db/'],
    ['DATABASE_READ_URL', 'secret'],
    ['DATABASE_READ_URL', 'mysql://app:secret@db'],
    ['PUBLIC_URL', 'secret'],
    ['PUBLIC_URL', 'ftp://api.example.edu'],
    ['PUBLIC_URL', 'https://secret@api.example.edu'],
    ['PUBLIC_URL', 'https://api.example.edu/secret'],
    ['PUBLIC_URL', 'https://api.example.edu/?secret'],
    ['REDIS_URL', 'secret'],
    ['REDIS_URL', 'http://:secret@cache'],
    ['REDIS_URL', 'redis://:secret@cache:port'],
    ['REDIS_URL', 'redis://:secret@cache/one'],
    ['REDIS_URL', 'redis://:secret%zz@cache'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '501'],
    ['DATABASE_SILENCE_SECONDS', '0'],
    ['DATABASE_SILENCE_SECONDS', '61'],
    ['KEEP_ALIVE_SECONDS', '0'],
    ['KEEP_ALIVE_SECONDS', '3601'],
    ['SERVER_KEY', 'secret'],
    ['TRUSTED_PROXIES', 'secret'],
    ['TRUSTED_PROXIES', '10.0.0.5,10.1.0.0/33'],
    ['TRUSTED_PROXIES', '::/0/0'],
    ['WEBHOOK_PRIVATE_HOSTS', 'https://secret.example.edu'],
    ['WEBHOOK_PRIVATE_HOSTS', 'secret.example.edu:8080'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_REQUESTS', 'none'],
    ['TRACE_CALLERS', 'none'],
    ['DEMO', 'yes'],
    ['SANDBOXES', 'yes'],
    ['AUTH_FAILURES_PER_MINUTE', '0'],
    ['MATCH_MIN_CONFIDENCE', '1.5'],
    ['MATCH_MIN_CONFIDENCE', 'high'],
    ['MATCH_WEIGHTS', 'secret'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['DRAIN_SECONDS', '2.5'],
    ['FILE_LIMIT_MIB', '0'],
    ['FILE_LIMIT_MIB', '2000'],
  ])('%s=%s is named on a line of its own that does not repeat it', (name, value) => {
    const lines = linesOf({ [name]: value });
    expect(lines).toEqual([expect.stringContaining(name)]);
    expect(lines[0]).not.toContain('\n');
    expect(lines[0]).not.toContain('secret');
  });

  it('are both named where the weights let no candidate reach the confidence that is asked for', () => {
    const weak = { same: [0.5, 0.1], sounds: [0.1, 0.1], close: [0.1, 0.1], different: [0.1, 0.5] };
    const weights = {
      prior: 1_000_000_000,
      lastName: weak,
      firstName: { ...weak, begins: [0.1, 0.1] },
      email: { same: [0.5, 0.1], localPart: [0.1, 0.1], close: [0.1, 0.1], different: [0.1, 0.5] },
      number: { same: [0.5, 0.1], close: [0.1, 0.1], different: [0.1, 0.5] },
    };
    const given = { MATCH_WEIGHTS: JSON.stringify(weights), MATCH_MIN_CONFIDENCE: '0.3' };
    expect(linesOf(given)).toEqual([expect.stringMatching(/MATCH_MIN_CONFIDENCE.+MATCH_WEIGHTS/)]);
    expect(linesOf({ ...given, MATCH_MIN_CONFIDENCE: '0' })).toEqual([]);
    expect(linesOf({ MATCH_MIN_CONFIDENCE: '1' })).toEqual([]);
  });

  it('are all named at once', () => {
    const lines = linesOf({ PORT: 'x', DATABASE_URL: 'x', SERVER_KEY: 'x', LOG_LEVEL: 'x', DEMO: 'x' });
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DEMO',
      'LOG_LEVEL',
      'PORT',
      'SERVER_KEY',
    ]);
  });
});

describe('variables that the service does not have', () => {
  it('end the start where they look like one that it has; the default of that one is not used', () => {
    const { problems } = readEnvironment({
      DATABSE_URL: 'mysql://app:secret@db/integration',
      LOG_LEVEL: 'loud',
    });
    expect(problems.map(({ about, message }) => [about, message])).toEqual([
      ['DATABASE_URL', 'DATABSE_URL is not read; did you mean DATABASE_URL? Rename it, or remove it.'],
      ['LOG_LEVEL', 'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace'],
    ]);
    expect(() => readConfig({ DATABSE_URL: 'x' })).toThrow('did you mean DATABASE_URL?');
  });

  it('say nothing when they are blank', () => {
    expect(readEnvironment({ DATABSE_URL: ' ', DATABASE_HOST: '' })).toMatchObject({
      problems: [],
      unread: [],
    });
  });

  it('are only named where they look meant for it', () => {
    const { config, ...said } = readEnvironment({ DATABASE_HOST: 'db', JAVA_HOME: '/opt/java' });
    expect(said).toEqual({ problems: [], unread: ['DATABASE_HOST'] });
    expect(config).toEqual(DEFAULTS);
  });
});
