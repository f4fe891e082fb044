import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { freePorts } from '../../bench/support/ports.js';
import type { Demo } from '../../src/demo/demo.service.js';
import { person } from '../factories/person.js';
import { type ComposeService, composeFile } from '../support/compose-file.js';
import { clientsAt } from '../support/service.js';
import { PROJECT_ROOT } from '../support/service-process.js';
import { ComposeDatabase } from './support/compose-database.js';
import { Container } from './support/container.js';
import { Image } from './support/image.js';

const SERVER_KEY = 'k'.repeat(32);
const HAS_MYSQLADMIN = spawnSync('mysqladmin', ['--version']).status === 0;
/** A user that is in no list of users, as some clusters give one to each namespace. */
const UNKNOWN_USER = 12_345;

const { services } = composeFile({ SERVER_KEY });
const image = new Image();
const containers: Container[] = [];
let database: ComposeDatabase;

beforeAll(async () => {
  database = await ComposeDatabase.start(serviceOf('mysql'));
});

afterAll(async () => {
  await Promise.all(containers.map((container) => container.remove()));
  await database.stop();
});

function serviceOf(name: string): ComposeService {
  const service = services[name];
  if (service === undefined) throw new Error(`docker/compose.yml has no service ${name}`);
  return service;
}

/** Where a volume of the service is in the image. */
function dataDir(): string {
  const [, place = ''] = serviceOf('service').volumes[0]?.split(':') ?? [];
  return place;
}

/** Other than the file says only where the database is, and the port, as this machine may use that of the file. */
async function start(
  env: Readonly<Record<string, string>> = {},
  user?: number,
): Promise<{ container: Container; baseUrl: string }> {
  const [port = 0] = await freePorts(1);
  const service = serviceOf('service');
  const began = performance.now();
  const container = await Container.start({
    image,
    dataDir: dataDir(),
    ...(user === undefined ? {} : { user }),
    env: {
      ...service.environment,
      DATABASE_URL: database.urlOf(service),
      PORT: String(port),
      // A machine that is busy with other tests has a slower database.
      DATABASE_SILENCE_SECONDS: '60',
      ...env,
    },
  });
  containers.push(container);
  const baseUrl = `http://127.0.0.1:${port}`;
  await container.ready(`${baseUrl}/health/ready`);
  process.stderr.write(
    `The container was ready after ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
  );
  return { container, baseUrl };
}

function demoOf({ data }: Container): Demo {
  return JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo;
}

/** As Docker does it, for a health check that is a program or a line of a shell. */
function commandOf([kind, ...words]: readonly string[]): string[] {
  return kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words;
}

describe('what docker/compose.yml describes', () => {
  let container: Container;
  let baseUrl: string;

  beforeAll(async () => {
    ({ container, baseUrl } = await start());
  });

  it('has a database that its own health check finds healthy', () => {
    if (!HAS_MYSQLADMIN) {
      console.warn('The health check of MySQL was not run: there is no mysqladmin.');
      return;
    }
    const { environment, healthcheck } = serviceOf('mysql');
    const [program = '', ...words] = commandOf(healthcheck?.test ?? []);
    const env = { PATH: process.env['PATH'], ...environment, MYSQL_TCP_PORT: String(database.port) };
    const { status, stderr } = spawnSync(program, words, { env, encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });

  it('starts the service when that database is healthy, under the name that the address has', () => {
    const { environment, depends_on: dependsOn } = serviceOf('service');
    const { hostname, port } = new URL(environment['DATABASE_URL'] ?? '');
    expect(dependsOn).toEqual({ [hostname]: { condition: 'service_healthy' } });
    expect(services[hostname]?.image).toMatch(/^mysql:/);
    expect(port).toBe('3306');
  });

  it('builds this image, and publishes the port on which it listens', () => {
    const { build, ports = [] } = serviceOf('service');
    const { context = '', dockerfile = '' } = build ?? {};
    expect(join(PROJECT_ROOT, 'docker', context)).toBe(PROJECT_ROOT);
    expect(existsSync(join(PROJECT_ROOT, 'docker', context, dockerfile))).toBe(true);
    const [, inner] = ports[0]?.split(':') ?? [];
    expect(image.environment).toMatchObject({ HOST: '0.0.0.0', PORT: inner });
    expect(Object.keys(image.settings.ExposedPorts)).toEqual([`${inner ?? ''}/tcp`]);
  });

  it('is healthy by the health check of the image', async () => {
    const words = commandOf(image.settings.Healthcheck.Test);
    expect(await container.run(words)).toBe(0);
    const onAnotherPort = ['/usr/bin/env', 'PORT=1', ...words];
    expect(await container.run(onAnotherPort)).toBe(1);
  });

  it('takes a person with the credentials of its demo university', async () => {
    const { sis } = clientsAt(baseUrl, demoOf(container));
    expect((await sis.post('/users', person())).status).toBe(201);
  });

  it('has a start page, the administration pages with their scripts, and the reference', async () => {
    const read = async (path: string): Promise<{ type: string; text: string }> => {
      const answer = await fetch(baseUrl + path);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      return { type: answer.headers.get('Content-Type') ?? '', text: await answer.text() };
    };
    await read('/');
    const admin = await read('/admin/');
    const [, script = ''] = /<script[^>]* src="([^"]+\.js)"/.exec(admin.text) ?? [];
    const { type, text } = await read(new URL(script, `${baseUrl}/admin/`).pathname);
    expect(type).toMatch(/javascript/);
    expect(text).toContain('import');
    await read('/docs');
  });

  it('writes into DATA_DIR and /tmp, and can write nowhere else', async () => {
    const { read_only: readOnly, tmpfs } = serviceOf('service');
    expect({ readOnly, tmpfs }).toEqual({ readOnly: true, tmpfs: ['/tmp'] });
    const touch = (path: string): Promise<number> => container.run(['/usr/bin/touch', path]);
    expect(await Promise.all(['/app', '/home/node', '/var/tmp'].map((path) => touch(`${path}/x`)))).toEqual([
      1, 1, 1,
    ]);
    expect(await Promise.all([dataDir(), '/tmp'].map((path) => touch(`${path}/x`)))).toEqual([0, 0]);
    expect(readdirSync(container.data).sort()).toEqual(['demo.json', 'service.json', 'x']);
  });

  it('runs the commands of the terminal', async () => {
    const terminal = ['node', 'dist/cli/main.js'];
    expect(await container.run([...terminal, 'tenant', 'list'])).toBe(0);
    // It has the client, which is another package.
    expect(await container.run([...terminal, 'feed', '--help'])).toBe(0);
  });

  it('ends with 0 within the time that the file gives it, when it is asked to stop', async () => {
    const [, grace = ''] = /^(\d+)s$/.exec(serviceOf('service').stop_grace_period ?? '') ?? [];
    expect(image.settings.StopSignal).toBe('SIGTERM');
    expect(await container.stop(Number(grace) * 1000)).toMatchObject({ code: 0 });
  });
});

describe('the image', () => {
  it('runs as a user whom it does not know, and keeps nothing when it is given what it needs', async () => {
    const { container } = await start({ DEMO: 'false' }, UNKNOWN_USER);
    expect(readdirSync(container.data)).toEqual(['service.json']);
    expect(statSync(join(container.data, 'service.json')).uid).toBe(UNKNOWN_USER);
    expect(await container.stop(15_000)).toMatchObject({ code: 0 });
  });

  it('names a user by a number, of which Kubernetes knows that it is not root', () => {
    expect(image.settings.User).toBe('1000:1000');
  });

  it('says what it is, and of which version and revision', () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(image.settings.Labels).toMatchObject({
      'org.opencontainers.image.title': 'Integration API',
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': expect.stringMatching(/^[\da-f]{40}$|^$/) as string,
    });
  });

  it('has the packages that the service needs and none for development', () => {
    const lock = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const inside = readdirSync(image.pathOf('app/node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/package.json'))
      .map((path) => `node_modules/${path.slice(0, -'/package.json'.length)}`)
      .filter((path) => path in lock.packages);
    expect(inside.length).toBeGreaterThan(100);
    const unneeded = inside.filter(
      (path) => lock.packages[path]?.dev === true || path === 'node_modules/typescript',
    );
    expect(unneeded).toEqual([]);
  });

  it('has no source, no secret, no settings of a registry and no package manager', () => {
    const inApp = readdirSync(image.pathOf('app')).sort();
    expect(inApp).toEqual(['.data', 'LICENSE', 'compiled', 'dist', 'node_modules', 'package.json', 'pages']);
    expect(readdirSync(image.pathOf('app/pages'))).toEqual(['dist']);
    expect(readdirSync(image.pathOf('app/.data'))).toEqual([]);
    const sources = readdirSync(image.pathOf('app'), { recursive: true, encoding: 'utf8' });
    expect(
      sources.filter((path) => /\.(?:[cm]?ts|tsx|map|pem|key)$|(?:^|\/)\.(?:env|npmrc)$/.test(path)),
    ).toEqual([]);
    for (const file of ['root/.npmrc', 'usr/local/etc/npmrc'])
      expect(existsSync(image.pathOf(file)) ? readFileSync(image.pathOf(file), 'utf8') : '').toBe('');
    expect(existsSync(image.pathOf('usr/local/bin/npm'))).toBe(false);
    expect(existsSync(image.pathOf('usr/local/lib/node_modules'))).toBe(false);
    expect(Object.keys(image.environment).sort()).toEqual([
      'HOST',
      'NODE_COMPILE_CACHE',
      'NODE_ENV',
      'PATH',
      'PORT',
    ]);
  });
});
