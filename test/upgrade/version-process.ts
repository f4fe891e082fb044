import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A built version of the service, which may be stopped before it is ready. */
export interface VersionProcess {
  /** Its address; rejected when the process ends before it is ready. */
  readonly ready: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts the service of a folder, on the server key of the tests. */
export function startVersion(
  folder: string,
  databaseUrl: string,
  dataDir: string,
  demo = false,
): VersionProcess {
  const { SERVER_KEY, PATH } = process.env;
  const child = spawn(process.execPath, [join(folder, 'dist/main.js')], {
    env: { PATH, SERVER_KEY, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', DEMO: String(demo) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = new Promise<string>((resolve, reject) => {
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
  return { ready, stop };
}
