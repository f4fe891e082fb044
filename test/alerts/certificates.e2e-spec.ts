import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readConfig } from '../../src/config/environment.js';
import { StartupProblems } from '../../src/errors/startup-problem.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { newCertificate } from '../support/certificates.js';
import { folderOfFile } from '../support/folders.js';
import { TestService, type TestTenant } from '../support/service.js';

const folder = folderOfFile('certificates');
const CERTIFICATE_FILE = join(folder, 'service.pem');

let service: TestService;
let tenant: TestTenant;
let admins: Administrators;

function show(...days: number[]): void {
  writeFileSync(CERTIFICATE_FILE, days.map((one) => newCertificate(folder, one).cert).join('\n'));
}

beforeAll(async () => {
  show(90);
  service = await TestService.start({ CERTIFICATE_FILE });
  admins = new Administrators(service);
  tenant = await service.tenant();
});

afterAll(() => service.stop());

async function openFacts(): Promise<unknown[]> {
  await service.settle(tenant);
  const { api } = await admins.open(tenant);
  return rowsOf(await api.get('/alerts?state=open&kind=certificate_expiring')).map(({ facts }) => facts);
}

describe('certificate_expiring', () => {
  it('opens before the first certificate of the chain ends, and is over when it is renewed', async () => {
    show(90, 200);
    expect(await openFacts()).toEqual([]);
    show(90, 10);
    expect(await openFacts()).toEqual([
      expect.stringMatching(/^The certificate of the service expires on \d{4}-\d\d-\d\d /),
    ]);
    show(90);
    expect(await openFacts()).toEqual([]);
  });

  it('says so when the file is no certificate any more', async () => {
    writeFileSync(CERTIFICATE_FILE, 'a key, by mistake');
    expect(await openFacts()).toEqual(['The certificate of the service cannot be read.']);
  });
});

it('a file without a certificate is refused at the start', () => {
  writeFileSync(CERTIFICATE_FILE, '-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----');
  expect(() => readConfig({ CERTIFICATE_FILE })).toThrow(StartupProblems);
  expect(() => readConfig({ CERTIFICATE_FILE: join(folder, 'none.pem') })).toThrow(
    /CERTIFICATE_FILE must name/,
  );
});
