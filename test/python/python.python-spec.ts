import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';

import { pythonVersion } from '../../scripts/release/version.mjs';
import { newCertificate } from '../support/certificates.js';
import { folderOfFile } from '../support/folders.js';
import { listen } from '../support/loopback.js';
import { PROJECT_ROOT } from '../support/service-process.js';
import { TestService } from '../support/service.js';
import { Python } from './python.js';

const HERE = join(PROJECT_ROOT, 'clients/python');
const CALL = `
import os
from integration_api import IntegrationApi

with IntegrationApi(os.environ["URL"], os.environ["KEY"], os.environ["SECRET"], retries=0) as api:
    print(api.root().message)
`;

const unpack = promisify(execFile);
const folder = folderOfFile('python-client');
const python = new Python(folder);
const service = await TestService.ofWorker();

/** What the fixture of the client needs. */
async function accessAt(
  url: string,
): Promise<Record<'INTEGRATION_API_URL' | 'INTEGRATION_API_KEY' | 'INTEGRATION_API_SECRET', string>> {
  const { apiKey, apiSecret } = await service.tenant({ scopes: ['sandbox'] });
  return { INTEGRATION_API_URL: url, INTEGRATION_API_KEY: apiKey, INTEGRATION_API_SECRET: apiSecret };
}

/** A user of the package whose code has no mistake, and one whose lines have one each. */
const strict = (path: string): Promise<string> =>
  python.run(['-m', 'mypy', '--config-file', join(HERE, 'pyproject.toml'), '--cache-dir', folder, path], {
    MYPYPATH: [join(HERE, 'src'), join(HERE, 'tests'), join(HERE, 'service_tests')].join(':'),
  });

describe('the types of the client', () => {
  it.each(['src', 'tests', 'service_tests', 'checks/right.py'])('are strict in %s', async (path) => {
    expect(await strict(join(HERE, path))).toMatch(/^Success: no issues found/);
  });

  it('find a mistake in each line that has one', async () => {
    const file = join(HERE, 'checks/wrong.py');
    const lines = readFileSync(file, 'utf8').split('\n');
    const expected = lines.flatMap((line, index) => (/# wrong: /.test(line) ? [index + 1] : []));
    const found = (
      await python.output(['-m', 'mypy', '--strict', '--cache-dir', folder, file], {
        MYPYPATH: join(HERE, 'src'),
      })
    ).matchAll(/wrong\.py:(\d+): error/g);
    expect(expected.length).toBeGreaterThan(5);
    expect([...new Set([...found].map(([, line]) => Number(line)))].sort((a, b) => a - b)).toEqual(expected);
  });
});

describe('the client', () => {
  it('passes the recorded cases and its unit tests', async () => {
    expect(await python.test('tests')).toMatch(/^\d{3,} passed/m);
  });

  it('works against the service, its fixture included, and survives kills', async () => {
    const report = await python.test('service_tests', await accessAt(service.baseUrl));
    expect(report).toMatch(/^\d{2,} passed/m);
    expect(report).not.toMatch(/failed|skipped|error/);
  });

  it('speaks TLS with the certificate of the service, and with no other', async () => {
    const { key, cert, certificateFile } = newCertificate(folder, 1);
    const { port } = new URL(service.baseUrl);
    const server = createServer({ key, cert }, (socket) => {
      const behind = connect(Number(port), '127.0.0.1');
      // Either side may leave.
      pipeline(socket, behind, socket, () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    const access = await accessAt(`https://localhost:${await listen(server)}`);
    const trusting = await python.test('service_tests/test_people.py', {
      ...access,
      SSL_CERT_FILE: certificateFile,
    });
    const refusing = await python.output(['-c', CALL], {
      URL: access.INTEGRATION_API_URL,
      KEY: access.INTEGRATION_API_KEY,
      SECRET: access.INTEGRATION_API_SECRET,
      PYTHONPATH: join(HERE, 'src'),
    });
    server.close();
    await once(server, 'close');
    expect(trusting).toMatch(/^\d+ passed/m);
    expect(refusing).toMatch(/CERTIFICATE_VERIFY_FAILED|certificate verify failed/);
  });
});

describe('the packages of the client', () => {
  const digests = (place: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(place).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(place, name)))
          .digest('hex'),
      ]),
    );

  beforeAll(async () => {
    for (const name of ['once', 'again']) {
      mkdirSync(join(folder, name));
      await python.pack(join(folder, name));
    }
  });

  it('have the version of the project, and the same bytes when they are built again', () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const once = digests(join(folder, 'once'));
    expect(Object.keys(once).sort()).toEqual([
      `integration_api_client-${pythonVersion(version)}-py3-none-any.whl`,
      `integration_api_client-${pythonVersion(version)}.tar.gz`,
    ]);
    expect(digests(join(folder, 'again'))).toEqual(once);
  });

  it('are built from the source distribution with the same bytes', async () => {
    const source = join(folder, 'source/clients/python');
    mkdirSync(source, { recursive: true });
    mkdirSync(join(folder, 'from-source'));
    const [archive = ''] = readdirSync(join(folder, 'once')).filter((name) => name.endsWith('.tar.gz'));
    await unpack('tar', ['-xzf', join(folder, 'once', archive), '--strip-components=1', '-C', source]);
    await python.pack(join(folder, 'from-source'), join(folder, 'source'));
    const wheels = (place: string): string[] =>
      Object.entries(digests(join(folder, place))).flatMap(([name, digest]) =>
        name.endsWith('.whl') ? [digest] : [],
      );
    expect(wheels('from-source')).toEqual(wheels('once'));
  });

  it('are not built without the types of the API', async () => {
    const without = join(folder, 'without-types');
    mkdirSync(join(without, 'into'), { recursive: true });
    cpSync(HERE, join(without, 'clients/python'), {
      recursive: true,
      filter: (path) => !path.endsWith('openapi.py'),
    });
    await expect(python.pack(join(without, 'into'), without)).rejects.toThrow(/openapi\.py is missing/);
    expect(readdirSync(join(without, 'into'))).toEqual([]);
  });

  it('give pytest their fixture where they are installed, as the example shows', async () => {
    const place = join(folder, 'with-pytest');
    await python.run(['-m', 'venv', '--system-site-packages', place]);
    const own = new Python(folder, join(place, 'bin/python'));
    const [wheel = ''] = readdirSync(join(folder, 'once')).filter((name) => name.endsWith('.whl'));
    await own.run(['-m', 'pip', 'install', '--quiet', '--no-index', join(folder, 'once', wheel)]);
    const example = join(PROJECT_ROOT, 'examples/qa/pytest');
    const report = await own.run(['-m', 'pytest', '-p', 'no:cacheprovider', example], {
      ...(await accessAt(service.baseUrl)),
    });
    expect(report).toMatch(/\b4 passed in /);
  });

  it('are installed without a network and without dependencies, and make a call', async () => {
    const place = join(folder, 'environment');
    await python.run(['-m', 'venv', place]);
    const own = new Python(folder, join(place, 'bin/python'));
    const [wheel = ''] = readdirSync(join(folder, 'once')).filter((name) => name.endsWith('.whl'));
    await own.run(['-m', 'pip', 'install', '--quiet', '--no-index', join(folder, 'once', wheel)]);
    writeFileSync(join(folder, 'call.py'), CALL);
    const { apiKey: KEY, apiSecret: SECRET } = await service.tenant();
    const said = await own.run([join(folder, 'call.py')], { URL: service.baseUrl, KEY, SECRET });
    expect(said).toBe('Integration API is operational\n');
    const plugin = "[(one.group, one.value) for one in distribution('integration-api-client').entry_points]";
    const entries = await own.run(['-c', `from importlib.metadata import distribution; print(${plugin})`]);
    expect(entries).toBe("[('pytest11', 'integration_api.pytest_plugin')]\n");
    const contents = await own.run(['-m', 'pip', 'show', '--files', 'integration-api-client']);
    expect(contents).toMatch(/^Requires: *$/m);
    expect(contents).toContain('integration_api/py.typed');
    expect(contents).toContain('integration_api/openapi.py');
  });
});
