import { isRootUser } from './process-identity.js';
import { lastLines, runCommand } from './run-command.js';

/** Whether packages can be installed without a prompt. */
export interface Rights {
  readonly hasApt: boolean;
  readonly isRoot: boolean;
  readonly hasSudo: boolean;
}

/** The core packages contain only the server program: they set up no service, so none is started. */
export const SERVER_PACKAGES = ['mariadb-server-core', 'mysql-server-core', 'mysql-server-core-8.0'];

const APT_ENV = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300'];

/** The words to put before apt-get's arguments; undefined when the user may not install packages. */
export function aptCommand(rights: Rights): string[] | undefined {
  if (!rights.hasApt) return undefined;
  if (rights.isRoot) return APT_ENV;
  return rights.hasSudo ? ['sudo', '-n', ...APT_ENV] : undefined;
}

/** Installs the first server package that the distribution has; false when none can be installed. */
export function installServerPackage(log: (line: string) => void): Promise<boolean> {
  return installFirstOf(
    SERVER_PACKAGES,
    'No MySQL or MariaDB server was found; installing one with apt-get.',
    log,
  );
}

/** Installs the first of these packages that the distribution has; false when none can be installed. */
export async function installFirstOf(
  names: readonly string[],
  reason: string,
  log: (line: string) => void,
): Promise<boolean> {
  const apt = aptCommand(await findRights());
  if (!apt) return false;
  log(reason);
  const failures = [await runApt(apt, ['update'])];
  for (const name of names) {
    const failure = await runApt(apt, ['install', '-y', '--no-remove', '--no-install-recommends', name]);
    if (failure === undefined) return true;
    failures.push(failure);
  }
  for (const failure of failures) if (failure) log(failure);
  return false;
}

async function findRights(): Promise<Rights> {
  const hasApt = (await runCommand('apt-get', ['--version'])).ok;
  const isRoot = isRootUser();
  const hasSudo = hasApt && !isRoot && (await runCommand('sudo', ['-n', 'true'])).ok;
  return { hasApt, isRoot, hasSudo };
}

async function runApt(
  [program = '', ...words]: readonly string[],
  args: string[],
): Promise<string | undefined> {
  const { ok, output } = await runCommand(program, [...words, ...args]);
  return ok ? undefined : `apt-get ${args.join(' ')} failed:\n${lastLines(output, 10)}`;
}
