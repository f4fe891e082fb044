// Other versions of Node than that of this machine, as packages of the registry contain them.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../setup/problem.mjs';
import { exclusively, ROOT, run, say } from '../setup/setup.mjs';

const folder = join(ROOT, '.data/node');

/**
 * The program of a version of Node for Linux, which is kept in `.data/node`.
 * @throws {Problem} when the registry has none for this processor
 */
export async function fetchNode(version) {
  const program = join(folder, version, 'node');
  if (existsSync(program)) return program;
  await exclusively('node.lock', async () => {
    if (!existsSync(program)) await fetch(version, program);
  });
  return program;
}

async function fetch(version, program) {
  const name = `node-linux-${process.arch}@${version}`;
  say(`Fetching Node ${version} from the registry.`);
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(join(folder, 'unfinished-'));
  try {
    await must('npm', ['pack', '--silent', '--pack-destination', unfinished, name], name);
    // Of the package only the program: the rest is ten thousand headers.
    await must('sh', ['-c', `tar -xzf ${unfinished}/*.tgz -C ${unfinished} package/bin/node`], name);
    mkdirSync(dirname(program), { recursive: true });
    renameSync(join(unfinished, 'package/bin/node'), program);
  } finally {
    rmSync(unfinished, { recursive: true });
  }
}

async function must(file, args, name) {
  const { ok, output } = await run(file, args);
  if (!ok) throw new Problem(`${name} could not be fetched from the registry.`, output);
}
