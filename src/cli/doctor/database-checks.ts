import { type Config, isSound, type ReadEnvironment } from '../../config/environment.js';
import { problemOfClock } from '../../database/connection/clock-difference.js';
import { privateFolder, runningPrivateUrl } from '../../database/connection/connect.js';
import { describeTarget, parseDatabaseUrls } from '../../database/connection/connection-target.js';
import { type FoundServer, probeReplica, probeServer } from '../../database/connection/probe.js';
import { readServerFacts } from '../../database/diagnosis/server-facts.js';
import { MIGRATIONS } from '../../database/migrations/index.js';
import { describeDatabaseError } from '../../database/transaction/database-errors.js';
import { problemOfKeys } from '../../secrets/key-fit.js';
import type { ServerKeys } from '../../secrets/server-keys.js';
import { readKeyInUse } from '../../secrets/stored-server-keys.repository.js';
import { judgeSettings } from './database-settings.js';
import { type Finding, findingsOf, notChecked, ok, problem, warning } from './finding.js';

const SETTINGS = 'Database settings';

/** The keys of this process; undefined where they could not be read, `none` where one is still to be made. */
export type DoctorKeys = ServerKeys | 'none' | undefined;

function clock(aheadMs: number): Finding {
  const found = problemOfClock(aheadMs);
  if (found === undefined) return ok('Clock', 'within a second of that of the database');
  return problem('Clock', `of this machine: ${found}`, 'let NTP or chrony set the clocks');
}

function migrations(applied: readonly string[]): Finding {
  const known = MIGRATIONS.map(({ name }) => name);
  const pending = known.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !known.includes(name));
  if (applied.length === 0) return ok('Migrations', 'none ran: the first start makes the tables');
  if (pending.length > 0)
    return warning(
      'Migrations',
      `${pending.length} of ${known.length} are pending: ${pending.join(', ')}`,
      'take a backup; the next start runs them',
    );
  return ok(
    'Migrations',
    newer.length === 0 ? `all ${known.length} ran` : `all ran, and ${newer.length} of a newer version`,
  );
}

async function fit(server: FoundServer, keys: DoctorKeys): Promise<Finding> {
  const check = 'Key of the database';
  if (keys === undefined) return notChecked(check, 'the server key could not be read');
  const inUse = server.hasDatabase ? await readKeyInUse(server.target) : undefined;
  if (inUse === undefined) return ok(check, 'no key was used yet');
  const wrong = problemOfKeys(keys === 'none' ? undefined : keys, inUse);
  return wrong === undefined ? ok(check, `fits: ${inUse.keyId}`) : problem(check, wrong.found, wrong.remedy);
}

function describeServer({ family, text, target, hasDatabase }: FoundServer): Finding {
  const name = family === 'mysql' ? 'MySQL' : 'MariaDB';
  const place = `${name} ${text} at ${describeTarget(target)}`;
  if (hasDatabase) return ok('Database', place);
  return ok('Database', `${place}; the first start creates the database "${target.database}"`);
}

async function examineServer(url: string, config: Config, keys: DoctorKeys): Promise<readonly Finding[]> {
  const targets = parseDatabaseUrls(url);
  const server = await probeServer(targets, {
    silenceSeconds: config.databaseSilenceSeconds,
    mayCreate: false,
  });
  const facts = await readServerFacts(server);
  return [
    describeServer(server),
    await fit(server, keys),
    migrations(facts.migrations),
    clock(facts.clockAheadMs),
    ...judgeSettings({ ...facts, found: server, poolSize: config.poolSize }),
  ];
}

function withoutServer(config: Config): readonly Finding[] {
  const found = `private, in ${privateFolder(config)}: it does not run, and starts with the service`;
  return [ok('Database', found), notChecked(SETTINGS, 'the private database does not run')];
}

function unreachable(error: unknown): readonly Finding[] {
  const sentence = describeDatabaseError(error);
  const found = sentence === undefined ? findingsOf('Database', error) : [problem('Database', sentence)];
  return [...found, notChecked(SETTINGS, 'the database does not answer')];
}

/** The database that the service would use. It is neither created nor changed, and no private server is started. */
export async function examineDatabase(
  environment: ReadEnvironment,
  keys: DoctorKeys,
): Promise<readonly Finding[]> {
  const { config } = environment;
  if (!isSound(environment, 'DATABASE_URL')) return [notChecked('Database', 'DATABASE_URL is not valid')];
  const url = config.databaseUrl ?? runningPrivateUrl(config);
  if (url === undefined) return withoutServer(config);
  return examineServer(url, config, keys).catch(unreachable);
}

/** While it is away the service reads from the primary. */
export async function examineReplica({ databaseReadUrl }: Config): Promise<readonly Finding[]> {
  if (databaseReadUrl === undefined) return [];
  const check = 'Read replica';
  try {
    const { text } = await probeReplica(parseDatabaseUrls(databaseReadUrl, 'DATABASE_READ_URL'));
    return [ok(check, `version ${text}`)];
  } catch (error) {
    return findingsOf(check, error, 'warning');
  }
}
