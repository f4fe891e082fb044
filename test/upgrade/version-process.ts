import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A built version of the service that runs. */
export interface VersionProcess {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the service of a folder, on the server key of the tests.
 * @throws {Error} when it ends before it is ready
 */
export async function startVersion(
  folder: string,
  databaseUrl: string,
  dataDir: string,
  demo = false,
): Promise<VersionProcess> {
  const { SERVER_KEY, PATH } = process.env;
  const child = spawn(process.execPath, [join(folder, 'dist/main.js')], {
    env: { PATH, SERVER_KEY, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', DEMO: String(demo) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const baseUrl = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Ready at (\S+) /.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then(([code]) => {
      reject(new Error(`The version in ${folder} did not start (${String(code)}).`));
    });
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { baseUrl, stop };
}
