import { areKeysSound, type Config, isSound, type ReadEnvironment } from '../config/environment.js';
import { connectDatabase, type ConnectedDatabase } from '../database/connection/connect.js';
import { StartupProblem, StartupProblems } from '../errors/startup-problem.js';
import { problemOfKeys } from '../secrets/key-fit.js';
import { readServerKeys, withKeysRead } from '../secrets/read-server-keys.js';
import { ServerKeys } from '../secrets/server-keys.js';
import { readKeyInUse } from '../secrets/stored-server-keys.repository.js';
import { checkDataFolder, isDataFolderNeeded } from './data-folder.js';
import { checkPort } from './port.js';

/** A command that prints the key has no more time than this when something else is wrong. */
const COMMAND_MS = 2500;

/** What a start needs, found to be right. */
export interface Prepared {
  /** With the keys that files and commands contain, so that a command runs once. */
  readonly config: Config;
  /** Undefined where the private server is to be started. */
  readonly database: ConnectedDatabase | undefined;
}

interface ReadKeys {
  readonly config: Config;
  /** Undefined when the key is still to be made. */
  readonly keys: ServerKeys | undefined;
}

/** The result of a check, or the problems that an operator can solve. */
interface Checked<T> {
  readonly value?: T;
  readonly problems: readonly StartupProblem[];
}

/** @throws any error that is no problem of a start */
async function checked<T>(work: Promise<T>): Promise<Checked<T>> {
  try {
    return { value: await work, problems: [] };
  } catch (error) {
    if (error instanceof StartupProblems) return { problems: error.problems };
    if (error instanceof StartupProblem) return { problems: [error] };
    throw error;
  }
}

const SKIPPED = Promise.resolve(undefined);

async function readKeys(config: Config, signal: AbortSignal): Promise<ReadKeys> {
  const read = await withKeysRead(config, signal);
  return { config: read, keys: read.serverKey && ServerKeys.of(await readServerKeys(read)) };
}

/** The start itself meets an error of the question again, and explains it. */
async function checkFit({ target }: ConnectedDatabase, { keys }: ReadKeys): Promise<void> {
  const problem = problemOfKeys(keys, await readKeyInUse(target).catch(() => undefined));
  if (problem !== undefined) throw problem;
}

/** The checks of one start. None is about the default of a variable that is not valid. */
class Preflight {
  private readonly config: Config;
  private readonly began = performance.now();

  constructor(
    private readonly environment: ReadEnvironment,
    private readonly say: (line: string) => void,
  ) {
    this.config = environment.config;
  }

  async run(): Promise<Prepared> {
    const folder = await checked(this.folder());
    const others = Promise.all([checked(this.database()), checked(this.port())]);
    const [keys, [database, port]] = await Promise.all([this.keys(folder, others), others]);
    const isComparable = database.value !== undefined && keys.value !== undefined;
    const fit = await checked(isComparable ? checkFit(database.value, keys.value) : SKIPPED);
    const found = [database, keys, fit, port, folder].flatMap(({ problems }) => problems);
    const all = [...this.environment.problems, ...found];
    if (all.length > 0 || keys.value === undefined) throw new StartupProblems(all);
    return { config: keys.value.config, database: database.value };
  }

  private folder(): Promise<void> {
    const isNeeded = isSound(this.environment, 'DATA_DIR') && isDataFolderNeeded(this.environment);
    return isNeeded ? checkDataFolder(this.config.dataDir) : SKIPPED;
  }

  private database(): Promise<ConnectedDatabase | undefined> {
    return this.config.databaseUrl === undefined ? SKIPPED : connectDatabase(this.config, this.say);
  }

  private port(): Promise<void> {
    return isSound(this.environment, 'PORT', 'HOST') ? checkPort(this.config) : SKIPPED;
  }

  /** A command that prints the key is not waited for when there is something else to report. */
  private async keys(
    folder: Checked<unknown>,
    others: Promise<readonly Checked<unknown>[]>,
  ): Promise<Checked<ReadKeys>> {
    const isKept = this.config.serverKey === undefined;
    if (!areKeysSound(this.environment) || (isKept && folder.problems.length > 0)) return { problems: [] };
    const giveUp = new AbortController();
    const reading = checked(readKeys(this.config, giveUp.signal));
    // It is awaited below, after the others.
    reading.catch(() => undefined);
    const known = [folder, ...(await others)];
    const isElsewhere = [this.environment, ...known].some(({ problems }) => problems.length > 0);
    const timer = setTimeout(
      () => {
        if (isElsewhere) giveUp.abort();
        else this.say('The command that prints the server key has not ended yet; it is given 30 seconds.');
      },
      COMMAND_MS - (performance.now() - this.began),
    );
    return reading.finally(() => {
      clearTimeout(timer);
    });
  }
}

/**
 * Checks at once all that must be right for a start: variables, database, server key, port, data directory. The private
 * server is not started, and no key is made.
 * @param say gets a line about a wait
 * @throws {StartupProblems} with everything that is wrong
 */
export function preflight(environment: ReadEnvironment, say: (line: string) => void): Promise<Prepared> {
  return new Preflight(environment, say).run();
}
