// Only the distribution's unstable suite has this MySQL, built against newer libraries than those of the machine. The
// folder that is created here contains both, and scripts that start its programs with these libraries.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { debianMirror, ensureInstalled } from './debian.mjs';
import { Problem } from '../setup/problem.mjs';
import { exclusively, ROOT, run, say } from '../setup/setup.mjs';

const folder = join(ROOT, '.data/mysql-server');
const program = join(folder, 'mysqld');
const DEBOOTSTRAP = '/usr/sbin/debootstrap';
const SUITE = 'sid';

/**
 * The server program that MYSQLD names, or that of `.data/mysql-server`, which is created when it is missing.
 * @throws {Problem} when there is none
 */
export async function ensureMysql() {
  const named = process.env.MYSQLD;
  if (named) return named;
  if (await isWhole()) return program;
  await exclusively('mysql-server.lock', async () => {
    if (await isWhole()) return;
    const asRoot = await rootCommand();
    await ensureDebootstrap();
    await makeFolder(asRoot);
  });
  return program;
}

/** The version of a MySQL server; undefined for any other program. */
export async function versionOf(path) {
  const { ok, stdout } = await run(path, ['--no-defaults', '--version']);
  return ok && !/mariadb/i.test(stdout) ? /Ver (\d+\.\d+\.\d+)/.exec(stdout)?.[1] : undefined;
}

/** Whether the folder is there, and of this version of the script: an earlier one kept no plugins. */
async function isWhole() {
  return existsSync(join(folder, 'usr/lib/mysql/plugin')) && (await versionOf(program)) !== undefined;
}

async function rootCommand() {
  if (process.getuid?.() === 0) return [];
  if ((await run('sudo', ['-n', 'true'])).ok) return ['sudo', '-n'];
  throw new Problem('Only root may fetch MySQL; become root once, or name a MySQL server in MYSQLD.');
}

async function ensureDebootstrap() {
  const reason = 'Installing debootstrap with apt-get, to fetch MySQL.';
  if (!(await ensureInstalled(() => existsSync(DEBOOTSTRAP), ['debootstrap'], reason)))
    throw new Problem('MySQL is fetched by debootstrap, which cannot be installed.');
}

/** Created under another name and renamed, so that the folder is always complete. */
async function makeFolder(asRoot) {
  const unfinished = `${folder}.unfinished`;
  const system = join(unfinished, 'system');
  const sudo = async (...words) => {
    const [first, ...rest] = [...asRoot, ...words];
    const { ok, output } = await run(first, rest);
    if (!ok)
      throw new Problem(
        'MySQL could not be fetched from the distribution.',
        output.split('\n').slice(-10).join('\n'),
      );
  };
  const site = await debianMirror();
  if (site === undefined)
    throw new Problem('The sources of apt-get name no mirror of Debian to fetch MySQL from.');
  await sudo('rm', '-rf', unfinished, folder);
  mkdirSync(unfinished);
  say(
    'Fetching MySQL from the distribution’s unstable suite (debootstrap); this takes a minute the first time.',
  );
  await sudo(DEBOOTSTRAP, '--variant=minbase', '--include=mysql-server-core', SUITE, system, site);
  if (asRoot.length > 0) await sudo('chown', '-R', `${process.getuid?.()}:${process.getgid?.()}`, system);
  keepServer(system, unfinished);
  renameSync(unfinished, folder);
}

/** Copies the server and its libraries out of a complete system of half a gigabyte. */
function keepServer(system, place) {
  const libraries = readdirSync(join(system, 'usr/lib')).find((name) => name.endsWith('-linux-gnu')) ?? '';
  const loader =
    readdirSync(join(system, 'usr/lib', libraries)).find((name) => name.startsWith('ld-linux')) ?? '';
  for (const inner of ['usr/sbin', 'usr/bin', 'usr/share', 'usr/lib'])
    mkdirSync(join(place, inner), { recursive: true });
  const programs = ['usr/sbin/mysqld', 'usr/bin/mysqlbinlog'];
  for (const kept of [...programs, 'usr/share/mysql', 'usr/lib/mysql', `usr/lib/${libraries}`])
    renameSync(join(system, kept), join(place, kept));
  rmSync(system, { recursive: true });
  for (const path of programs) {
    const script = [
      '#!/bin/sh',
      'here=$(dirname "$(readlink -f "$0")")',
      `libraries=$here/usr/lib/${libraries}`,
      `exec "$libraries/${loader}" --library-path "$libraries" "$here/${path}" "$@"`,
    ];
    writeFileSync(join(place, basename(path)), `${script.join('\n')}\n`, { mode: 0o755 });
  }
}
