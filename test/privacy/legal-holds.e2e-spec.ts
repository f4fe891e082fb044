import { aStudent } from '../factories/progress-people.js';
import type { ApiClient } from '../support/api-client.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService, TestTenant } from '../support/service.js';
import { command } from '../support/terminal.js';

let service: TestService;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;

administratorForEachTest((given) => {
  ({ service, tenant, api, actor } = given);
});

async function stateOf(id: string): Promise<unknown> {
  return (await api.get(`/users/${id}/legal-hold`)).body.data;
}

describe('the legal hold on a person', () => {
  it('is answered with who set it, when and why, and is null when there is none', async () => {
    const id = await aStudent(tenant);
    expect(await stateOf(id)).toEqual({ isHeld: false, ofTenant: false, legalHold: null });
    const { body } = await api.put(`/users/${id}/legal-hold`, { reason: 'Case 1' });
    const legalHold = { userId: id, reason: 'Case 1', since: body.data['since'], setBy: actor };
    expect(await stateOf(id)).toEqual({ isHeld: true, ofTenant: false, legalHold });
    expect(body.data).toEqual(legalHold);
  });

  it('is none of the person while the setting keeps all data of the university', async () => {
    const id = await aStudent(tenant);
    await api.patch('/settings', { legalHold: true });
    expect(await stateOf(id)).toEqual({ isHeld: true, ofTenant: true, legalHold: null });
  });

  it('has the same name in the terminal', async () => {
    const id = await aStudent(tenant);
    const values = { tenant: tenant.tenantId };
    expect(await command(service, `person legal-hold ${id}`, values)).toEqual({ legalHold: null });
    const set = await command(service, `person legal-hold ${id}`, { ...values, reason: 'Case 2' });
    expect(set).toMatchObject({ legalHold: { userId: id, reason: 'Case 2', setBy: 'terminal' } });
    const removed = await command(service, `person legal-hold ${id}`, { ...values, remove: 'yes' });
    expect(removed).toEqual({ legalHold: null });
  });
});
