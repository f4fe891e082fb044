import { jest } from '@jest/globals';

import { RequireAdministrator } from '../../src/auth/sessions/auth.decorators.js';
import { PasswordHashes } from '../../src/auth/passwords/password-hashes.js';
import { SessionGuard } from '../../src/auth/sessions/session.guard.js';
import { Batch } from '../../src/users/batch/batch.js';
import { ProvisioningService } from '../../src/users/provisioning/provisioning.service.js';
import { USER_DEPROVISIONED } from '../../src/users/model/user-facts.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import { letPassIn } from '../support/clock.js';
import { Gate } from '../support/gate.js';
import { handleToo } from '../support/facts.js';
import { TestService, type TestTenant } from '../support/service.js';

const MINUTE = 60_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** Does this when a login has proven the password, and is not answered yet. */
function whenProven(work: () => Promise<void> | void): void {
  const hashes = service.app.get(PasswordHashes);
  const match = hashes.match.bind(hashes);
  jest.spyOn(hashes, 'match').mockImplementation(async (stored, password) => {
    const isRight = await match(stored, password);
    if (isRight) await work();
    return isRight;
  });
}

describe('a de-provisioning', () => {
  it('ends and counts all sessions at once; after a restore the password works, the old sessions do not', async () => {
    const { email, externalId } = await admins.make(tenant);
    const browsers = [await admins.browser(email), await admins.browser(email)];
    const { body } = await tenant.sis.patch(`/users/${externalId}`);
    // Accepting the invitation has opened a session, too.
    expect(body.meta['sessionsEnded']).toBe(3);
    for (const browser of browsers) expect((await browser.whoAmI()).status).toBe(401);
    expect((await admins.login(email)).status).toBe(401);

    await tenant.sis.patch(`/users/${externalId}`, { accountStatus: 'active' });
    for (const browser of browsers) expect((await browser.whoAmI()).status).toBe(401);
    expect((await admins.login(email)).status).toBe(200);
  });

  it('counts only sessions that were still open', async () => {
    const { email, externalId } = await admins.make(tenant);
    await letPassIn(service, tenant, 61 * MINUTE);
    await admins.browser(email);
    expect((await tenant.sis.patch(`/users/${externalId}`)).body.meta['sessionsEnded']).toBe(1);
  });

  it.each(['single', 'bulk'])('by a %s post with accountStatus inactive ends them too', async (kind) => {
    const { email, externalId } = await admins.make(tenant);
    const browser = await admins.browser(email);
    const gone = person({ accountType: 'Staff', email, externalId, accountStatus: 'inactive' });
    if (kind === 'single') await tenant.sis.post('/users', gone);
    else await tenant.sis.bulk('/users/bulk', [gone, person()]);
    expect((await browser.whoAmI()).status).toBe(401);
    await tenant.sis.patch(`/users/${externalId}`, { accountStatus: 'active' });
    expect((await browser.whoAmI()).status).toBe(401);
  });

  it('of the same moment wins against a login that had already proven the password', async () => {
    const { email, externalId } = await admins.make(tenant);
    const [proven, continued] = [new Gate(), new Gate()];
    whenProven(async () => {
      proven.open();
      await continued.opened;
    });
    const login = admins.login(email);
    await proven.opened;
    expect((await tenant.sis.patch(`/users/${externalId}`)).status).toBe(200);
    continued.open();
    expect((await login).status).toBe(401);
    expect(await sessionsIn(tenant)).toBe(0);
  });

  it('that is not yet committed makes a login wait, and refuses it', async () => {
    const { email, externalId } = await admins.make(tenant);
    const [announced, continued] = [new Gate(), new Gate()];
    const late = handleToo(USER_DEPROVISIONED, async () => {
      announced.open();
      await continued.opened;
      return 0;
    });
    const status = tenant.sis.patch(`/users/${externalId}`);
    await announced.opened;
    late.mockRestore();
    const compared = new Gate();
    whenProven(() => {
      compared.open();
    });
    const login = admins.login(email);
    await compared.opened;
    continued.open();
    expect((await status).body.meta['sessionsEnded']).toBe(1);
    expect((await login).status).toBe(401);
    expect(await sessionsIn(tenant)).toBe(0);
  });

  it('of many users at once, while all of them log in, leaves no user logged in', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => admins.make(tenant)));
    const provisioning = service.app.get(ProvisioningService);
    const scope = await service.scope(tenant);
    const gone = people.map(({ email, externalId }) => ({
      person: person({ email, externalId, accountType: 'Staff', accountStatus: 'inactive' }),
    }));
    const answers = await Promise.all([
      ...people.map(({ email }) => admins.login(email)),
      provisioning.provision(new Batch(scope, gone as never)),
      ...people.map(({ email }) => admins.login(email)),
    ]);
    const statuses = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []));
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    expect(await sessionsIn(tenant)).toBe(0);
  });
});

describe('the role', () => {
  it('is checked at every call: a user who loses it keeps the session, and is shown the missing role', async () => {
    const { email, externalId } = await admins.make(tenant);
    const browser = await admins.browser(email);
    await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
    const { status, body } = await browser.whoAmI();
    expect({ status, role: body.data['role'] }).toEqual({ status: 200, role: 'registrar' });
  });

  it('that is not application_admin is shown out of the administration area with a clear message', async () => {
    const { email, externalId } = await admins.make(tenant);
    const { cookie } = await admins.browser(email);
    class Area {}
    RequireAdministrator()(Area);
    const request = {
      method: 'GET',
      headers: { cookie, host: 'localhost' },
      clientAddress: '',
      requestId: 'r',
    };
    const context = {
      getHandler: () => () => undefined,
      getClass: () => Area,
      switchToHttp: () => ({ getRequest: () => request }),
    };
    const guard = service.app.get(SessionGuard);
    expect(await guard.canActivate(context as never)).toBe(true);
    await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
    await expect(guard.canActivate(context as never)).rejects.toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
      message: 'The administration area needs the role application_admin; your role is registrar.',
    });
  });
});

async function sessionsIn({ tenantId }: TestTenant): Promise<number> {
  const rows: unknown[] = await service.query('SELECT 1 FROM `sessions` WHERE `tenantId` = ?', [tenantId]);
  return rows.length;
}
