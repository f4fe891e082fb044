import { type ClientRequest, request } from 'node:http';

import { jest } from '@jest/globals';

import { AdminAuditService } from '../../../src/admin/audit/audit.service.js';
import { ExportRepository } from '../../../src/progress/export/export.repository.js';
import { PeopleService } from '../../../src/scim/people/people.service.js';
import { ClaimWaiters } from '../../../src/sync/claims/claim-waiters.js';
import { Authenticator } from '../../../src/tenancy/access/authenticator.js';
import { CredentialsService } from '../../../src/tenancy/credentials/credentials.service.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { BulkUsersService } from '../../../src/users/provisioning/bulk-users.service.js';
import { person } from '../../factories/person.js';
import { aStudent, someStudents } from '../../factories/progress-people.js';
import { scimPerson } from '../../factories/scim-person.js';
import { aSubmission } from '../../factories/submissions.js';
import { Administrators } from '../../support/administrators.js';
import { jsonLines, type Row, rowsOf } from '../../support/answers.js';
import type { Answer, Body } from '../../support/api-client.js';
import { letPass } from '../../support/clock.js';
import { connect } from '../../support/scim.js';
import { keyHeaders, TestService, type TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';

const FIVE_SECONDS_MS = 5000;
const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const INTEGRATION = '/api/v1/integration';

const service = await TestService.ofWorker();
const tenancy = service.app.get(TenancyService);

async function revoke({ apiKey }: Pick<TestTenant, 'apiKey'>): Promise<void> {
  await service.app.get(CredentialsService).revoke(await tenancy.scopeOfKey(apiKey), apiKey);
}

async function suspend({ tenantId }: TestTenant): Promise<void> {
  await tenancy.setTenantStatus(tenantId, 'suspended');
}

/** As another process does it: this one is not notified. */
async function revokeElsewhere(tenant: TestTenant): Promise<void> {
  const forget = jest.spyOn(service.app.get(Authenticator), 'forget').mockReturnValue();
  await revoke(tenant);
  forget.mockRestore();
  letPass(FIVE_SECONDS_MS);
}

const ENDS: [string, (tenant: TestTenant) => Promise<void>, status: number, code: string][] = [
  ['whose key is revoked', revoke, 401, 'INVALID_CREDENTIALS'],
  ['whose key another process revoked 5 seconds ago', revokeElsewhere, 401, 'INVALID_CREDENTIALS'],
  ['whose tenant is suspended', suspend, 403, 'TENANT_SUSPENDED'],
];

/** An upload that stays open: each line is answered before the next one is sent. */
class OpenUpload {
  private received = '';

  private constructor(private readonly outgoing: ClientRequest) {
    outgoing.on('error', (error) => (this.received += String(error)));
    outgoing.on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => (this.received += text));
    });
  }

  static begin(key: TestTenant, path: string): OpenUpload {
    const headers = { ...keyHeaders(key), 'Content-Type': 'application/x-ndjson', Connection: 'close' };
    return new OpenUpload(request(`${service.baseUrl}${path}`, { method: 'POST', headers }));
  }

  /** Sends a line and awaits its answer. */
  async send(line: object): Promise<Row> {
    const before = this.lines.length;
    this.outgoing.write(`${JSON.stringify(line)}\n`);
    return this.lineAfter(before);
  }

  /** Ends the upload and awaits the summary. */
  async end(): Promise<Row> {
    const before = this.lines.length;
    this.outgoing.end();
    return (await this.lineAfter(before))['summary'] as Row;
  }

  private async lineAfter(count: number): Promise<Row> {
    await until(`line ${count + 1} is answered`, () => this.lines.length > count);
    return JSON.parse(this.lines[count] ?? '') as Row;
  }

  private get lines(): string[] {
    return this.received.split('\n').slice(0, -1);
  }
}

/** A claim that waits for something to be queued. */
async function waitingClaim({ sis }: TestTenant): Promise<{ readonly answer: Promise<Answer<Body>> }> {
  const waiters = service.app.get(ClaimWaiters);
  const before = waiters.count;
  const answer = sis.post('/sync/claims', { waitSeconds: 25 });
  await until('the claim waits', () => waiters.count > before);
  return { answer };
}

const refused = (line: number, code: string): object => ({ line, success: false, error: { code } });

describe.each(ENDS)('a caller %s', (_, end, status, code) => {
  it('has the rest of an open upload of people refused line by line, and nothing of it kept', async () => {
    const tenant = await service.tenant();
    const observer = await service.anotherCaller(tenant);
    const upload = OpenUpload.begin(tenant, `${INTEGRATION}/users/bulk`);
    const [first, second, third] = [person(), person(), person()];
    expect(await upload.send(first)).toMatchObject({ line: 1, success: true });

    await end(tenant);

    expect(await upload.send(second)).toMatchObject(refused(2, code));
    expect(await upload.send(third)).toMatchObject(refused(3, code));
    expect(await upload.end()).toMatchObject({ received: 3, inserted: 1, failed: 2 });
    await tenancy.setTenantStatus(tenant.tenantId, 'active');
    for (const { externalId } of [second, third])
      expect((await observer.sis.get(`/users/${String(externalId)}`)).status).toBe(404);
    await service.settle(tenant);
    const noted = 'SELECT 1 FROM `failed_rows` WHERE `tenantId` = ?';
    expect(await service.query(noted, [tenant.tenantId])).toEqual([]);
  });

  it('has the rest of an open dry run refused line by line', async () => {
    const tenant = await service.tenant();
    const upload = OpenUpload.begin(tenant, `${INTEGRATION}/users/bulk?dryRun=true`);
    expect(await upload.send(person())).toMatchObject({ line: 1, success: true });
    await end(tenant);
    expect(await upload.send(person())).toMatchObject(refused(2, code));
    expect(await upload.end()).toMatchObject({ received: 2, inserted: 1, failed: 1 });
  });

  it.each(['', '?dryRun=true'])(
    'has the rest of an open upload of progress%s refused line by line',
    async (query) => {
      const tenant = await service.tenant();
      const studentId = await aStudent(tenant);
      const upload = OpenUpload.begin(tenant, `/api/v1/workflow/progress/bulk${query}`);
      const titled = (title: string): object => ({
        studentId,
        dissertation: { title, status: 'in_progress' },
      });
      expect(await upload.send(titled('One'))).toMatchObject({ line: 1, success: true });
      await end(tenant);
      expect(await upload.send(titled('Two'))).toMatchObject(refused(2, code));
      expect(await upload.end()).toMatchObject({ received: 2, failed: 1 });
    },
  );

  it('is refused when a claim of theirs waits', async () => {
    const tenant = await service.tenant();
    const waiting = await waitingClaim(tenant);
    await end(tenant);
    const { status: answered, body } = await waiting.answer;
    expect({ status: answered, code: body.error.code }).toEqual({ status, code });
  });
});

it('what a claim of a revoked key was woken for goes to another claim that waits', async () => {
  const tenant = await service.tenant();
  const other = await service.anotherCaller(tenant);
  const studentId = await aStudent(other);
  const [revoked, kept] = [await waitingClaim(tenant), await waitingClaim(other)];
  await revoke(tenant);
  const submissionId = await aSubmission(other, { studentId, status: 'approved' });
  expect((await revoked.answer).status).toBe(401);
  expect(rowsOf(await kept.answer)).toMatchObject([{ submissionId }]);
  // A claim that was not woken looks once more at the end of its 25 seconds.
}, 10_000);

it('a bulk of an identity provider whose key is revoked meanwhile does nothing of the rest', async () => {
  const tenant = await service.tenant();
  const { apiKey, scim } = await connect(service, tenant);
  const people = service.app.get(PeopleService);
  const create = people.create.bind(people);
  jest.spyOn(people, 'create').mockImplementationOnce(async (...args) => {
    const created = await create(...args);
    await revoke({ apiKey });
    return created;
  });
  const Operations = ['one', 'two', 'three'].map((bulkId) => ({
    method: 'POST',
    path: '/Users',
    bulkId,
    data: scimPerson(),
  }));
  const { body } = await scim.post('/Bulk', { schemas: [BULK], Operations });
  expect(body.Operations.map((operation) => operation.status)).toEqual(['201', '401', '401']);
});

it('a page of progress is cut off when the key of its reader is revoked', async () => {
  const tenant = await service.tenant();
  await someStudents(tenant, 600);
  const records = service.app.get(ExportRepository);
  const page = records.page.bind(records);
  jest.spyOn(records, 'page').mockImplementationOnce(async (...args) => {
    const rows = await page(...args);
    await revoke(tenant);
    return rows;
  });
  await expect(tenant.sis.get('/progress?limit=600')).rejects.toThrow();
});

describe('an administrator whose session ends', () => {
  it('has nothing applied of the rest of a file, and gets the reason in the last line', async () => {
    const tenant = await service.tenant();
    const { api, browser } = await new Administrators(service).open(tenant);
    const bulk = service.app.get(BulkUsersService);
    const begin = bulk.begin.bind(bulk);
    jest.spyOn(bulk, 'begin').mockImplementationOnce(async (...args) => {
      const provision = await begin(...args);
      return async (lines) => {
        const outcomes = await provision(lines);
        await browser.logout();
        return outcomes;
      };
    });
    const people = Array.from({ length: 600 }, () => person());
    const head = JSON.stringify({ name: 'people.ndjson', run: 'by-hand-1' });
    const content = [head, ...people.map((one) => JSON.stringify(one)), ''].join('\n');
    const answer = await api.send('POST', '/files/apply', content, {
      'Content-Type': 'application/octet-stream',
    });
    const text: unknown = answer.body;
    const last = jsonLines(String(text)).at(-1);
    expect(last).toMatchObject({ success: false, error: { code: 'MISSING_CREDENTIALS' } });
    const statusOf = async (one: Row | undefined): Promise<number> =>
      (await tenant.sis.get(`/users/${String(one?.['externalId'])}`)).status;
    expect({ first: await statusOf(people[0]), last: await statusOf(people[599]) }).toEqual({
      first: 200,
      last: 404,
    });
  });

  it('is handed out no more of an export', async () => {
    const tenant = await service.tenant();
    const { api, browser } = await new Administrators(service).open(tenant);
    const audit = service.app.get(AdminAuditService);
    jest.spyOn(audit, 'exportLines').mockImplementationOnce(async function* () {
      yield 'the first lines\n';
      await browser.logout();
      yield 'more lines\n';
    });
    await expect(api.get('/audit/export.ndjson')).rejects.toThrow();
  });
});
