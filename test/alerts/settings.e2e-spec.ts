import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { activePeople, inactive, setLimits } from '../factories/deprovisioning-limits.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { problemsOf, type Row } from '../support/answers.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

type OpenArea = Pick<Browser, 'api'>;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let browser: OpenArea;

beforeEach(async () => {
  tenant = await service.tenant();
  await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
  browser = await admins.open(tenant);
});

const check = (of: TestTenant): Promise<void> => service.settle(of);

async function makeToken({ api }: OpenArea): Promise<string> {
  const { status, body } = await api.post('/alerts/token', {});
  expect(status).toBe(201);
  return String(body.data['token']);
}

interface Page {
  readonly status: number;
  readonly body: {
    readonly status?: string;
    readonly open?: { readonly kind: string }[];
    readonly error?: { readonly code: string };
  };
}

async function page(token: string, query = ''): Promise<Page> {
  const answer = await fetch(`${service.baseUrl}/health/alerts${query}`, {
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as Page['body'] };
}

async function holdOne(of: TestTenant): Promise<void> {
  await of.sis.bulk('/users/bulk', inactive(await activePeople(of, 1)));
  await check(of);
}

describe('the settings of alerts', () => {
  it('have standard values, are replaced as a whole, and are in the audit log', async () => {
    const { body: before } = await browser.api.get('/alerts/settings');
    expect(before).toMatchObject({ meta: { mayMail: false, tokenMadeAt: null } });
    const input = {
      recipients: ['it@example.edu', 'IT@example.edu'],
      quietHours: { from: '22:00', until: '06:00', timeZone: 'Europe/Paris' },
      kinds: [{ kind: 'connector_silent', threshold: 3, recipients: [] }],
    };
    const { status, body } = await browser.api.put('/alerts/settings', input);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ recipients: ['IT@example.edu'], quietHours: input.quietHours });
    const kinds = body.data['kinds'] as Row[];
    expect(kinds).toContainEqual(expect.objectContaining(input.kinds[0] ?? {}));
    await browser.api.put('/alerts/settings', {});
    expect((await browser.api.get('/alerts/settings')).body.data).toEqual(before.data);
    const { body: audit } = await browser.api.get('/audit?action=alerts.changed');
    expect(audit.data).toHaveLength(2);
  });

  it.each([
    [{ recipients: ['not an address'] }, 'recipients'],
    [{ recipients: 'it@example.edu' }, 'recipients'],
    [{ quietHours: { from: '25:00', until: '06:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '06:00', until: '06:00' } }, 'quietHours.until'],
    [{ quietHours: { from: '22:00', until: '06:00', timeZone: 'Paris' } }, 'quietHours.timeZone'],
    [{ kinds: [{ kind: 'noise' }] }, 'kinds[0].kind'],
    [{ kinds: [{ kind: 'key_expiring', threshold: 91 }] }, 'kinds[0].threshold'],
    [{ kinds: [{ kind: 'late_run', threshold: 1 }] }, 'kinds[0].threshold'],
    [{ kinds: [{ kind: 'late_run' }, { kind: 'late_run' }] }, 'kinds'],
    [{ quiet: true }, 'quiet'],
  ])('refuse %j', async (input, field) => {
    expect(problemsOf(await browser.api.put('/alerts/settings', input))).toEqual([400, field]);
  });
});

describe('the page for monitoring', () => {
  it('is 200 when nothing is open, 503 when something is, and 200 on request', async () => {
    const token = await makeToken(browser);
    await check(tenant);
    expect(await page(token)).toMatchObject({ status: 200, body: { status: 'ok', open: [] } });
    await holdOne(tenant);
    const open = [{ kind: 'people_held', title: 'De-provisionings are held' }];
    expect(await page(token)).toMatchObject({ status: 503, body: { status: 'alert', open } });
    expect(await page('', `?token=${token}`)).toMatchObject({ status: 503 });
    expect(await page(token, '?code=200')).toMatchObject({ status: 200, body: { status: 'alert' } });
    expect(await page(token, '?kind=late_run')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('says when nothing was checked for ten minutes', async () => {
    const token = await makeToken(browser);
    expect(await page(token)).toMatchObject({ status: 503, body: { status: 'unchecked' } });
    await check(tenant);
    expect(await page(token)).toMatchObject({ status: 200 });
    letPass(11 * 60_000);
    expect(await page(token)).toMatchObject({ status: 503, body: { status: 'unchecked' } });
  });

  it('shows nothing of another tenant', async () => {
    const other = await service.tenant();
    const token = await makeToken(await admins.open(other));
    await check(other);
    await holdOne(tenant);
    expect(await page(token)).toMatchObject({ status: 200, body: { open: [] } });
  });

  it('is closed without a token, with a wrong one, and with one that was replaced or ended', async () => {
    const first = await makeToken(browser);
    const second = await makeToken(browser);
    for (const token of ['', `al_${'0'.repeat(43)}`, 'al', first])
      expect(await page(token)).toMatchObject({
        status: 401,
        body: { error: { code: 'INVALID_CREDENTIALS' } },
      });
    expect((await page(second)).status).not.toBe(401);
    await browser.api.send('DELETE', '/alerts/token');
    expect((await page(second)).status).toBe(401);
  });

  it('is closed while the tenant is suspended', async () => {
    const token = await makeToken(browser);
    await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');
    expect(await page(token)).toMatchObject({ status: 403, body: { error: { code: 'TENANT_SUSPENDED' } } });
  });
});
