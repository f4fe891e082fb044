import { jest } from '@jest/globals';

import { ChainRepository } from '../../src/audit/chain/chain.repository.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { aKey } from '../factories/keys.js';
import type { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditOf, auditPage } from '../support/audit.js';
import { inMs, letPass } from '../support/clock.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService } from '../support/service.js';
import { command } from '../support/terminal.js';

let service: TestService;
let admins: Administrators;
let api: ApiClient;
let actor: string;

administratorForEachTest((given) => {
  ({ service, admins, api, actor } = given);
});

describe('the audit log', () => {
  it('says who did what to keys, before, after, from where and under which request, and no secret', async () => {
    const headers = { 'X-Request-Id': 'page-1' };
    const made = await api.post('/keys', { label: 'SIS', scopes: ['integration'] }, headers);
    const { apiKey, apiSecret } = made.body.data as Record<string, string>;
    const rotated = await api.post(`/keys/${apiKey ?? ''}/rotate`, { overlapHours: 0 }, headers);
    const successor = rotated.body.data as Record<string, string>;
    await api.post(`/keys/${successor['apiKey'] ?? ''}/revoke`, {}, headers);
    const entries = (await auditPage(api, '&order=ASC')).filter(({ requestId }) => requestId === 'page-1');
    const birth = { label: 'SIS', scopes: ['integration'], rateLimit: null, expiresAt: null };
    const { expiresAt } = rotated.body.data['previous'] as Row;
    const by = { actor, actorLabel: 'Ann Lee', address: expect.stringContaining('127.0.0.1') as unknown };
    const ids = { id: expect.stringMatching(/^\d+$/) as unknown, at: expect.stringMatching(/Z$/) as unknown };
    const same = {
      ...ids,
      ...by,
      targetLabel: 'SIS',
      requestId: 'page-1',
      run: null,
      actEntries: 1,
      values: null,
    };
    const [old, young] = [`key:${apiKey ?? ''}`, `key:${successor['apiKey'] ?? ''}`];
    expect(entries).toEqual([
      { ...same, action: 'key.created', target: old, before: null, after: birth },
      {
        ...same,
        action: 'key.rotated',
        target: old,
        before: { expiresAt: null },
        after: { expiresAt, rotatedTo: successor['apiKey'] },
      },
      {
        ...same,
        action: 'key.created',
        target: young,
        before: null,
        after: { ...birth, rotatedFrom: apiKey },
      },
      {
        ...same,
        action: 'key.revoked',
        target: young,
        before: { revokedAt: null },
        after: { revokedAt: expect.stringMatching(/Z$/) as unknown },
      },
    ]);
    const all = JSON.stringify(await auditPage(api));
    for (const secret of [apiSecret, successor['apiSecret'], 'is_', 'secretHash'])
      expect(all).not.toContain(secret ?? 'none');
  });

  it('holds what the terminal did, of tenants, keys, settings, mappings and templates', async () => {
    const created = await command(service, 'tenant create', {
      name: 'Northern University',
      domain: 'n.example.edu',
    });
    const tenantId = String(created['tenantId']);
    const at = { tenant: tenantId };
    const key = await command(service, 'key create', { ...at, scopes: 'integration,workflow', label: 'SIS' });
    const next = await command(service, `key rotate ${String(key['apiKey'])}`, { 'overlap-hours': '0' });
    await command(service, `key revoke ${String(next['apiKey'])}`);
    await expect(command(service, `key rotate ${String(next['apiKey'])}`)).rejects.toThrow(
      'This API key is revoked',
    );
    await command(service, `tenant settings ${tenantId}`, { 'time-zone': 'Europe/Paris' });
    await command(service, 'mapping set', {
      ...at,
      'form-type': 'degree_change',
      links: 'Degree sought=degree',
    });
    await command(service, 'template clear', at);
    await command(service, `tenant suspend ${tenantId}`);
    await command(service, `tenant suspend ${tenantId}`);
    await command(service, `tenant resume ${tenantId}`);

    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenantId), 'test');
    const entries = await auditOf(service, scope);

    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'tenant.created',
        'key.created',
        'key.rotated',
        'key.created',
        'key.revoked',
        'settings.changed',
        'mapping.changed',
        'tenant.suspended',
        'tenant.resumed',
      ]),
    );
    expect(entries.filter(({ action }) => action === 'tenant.suspended')).toHaveLength(1);
    expect(new Set(entries.map(({ actor: who, address }) => `${who} ${String(address)}`))).toEqual(
      new Set(['terminal null']),
    );
    expect(JSON.stringify(entries)).not.toContain(String(key['apiSecret']));
  });

  it('is filtered by actor, action, target and time, the latest first', async () => {
    const { apiKey } = await aKey(api);
    const later = inMs(60_000);
    letPass(120_000);
    await api.post(`/keys/${apiKey}/revoke`, {});
    const actions = async (query: string): Promise<unknown[]> =>
      (await auditPage(api, query)).map(({ action }) => action);
    expect(await actions(`&target=key:${apiKey}`)).toEqual(['key.revoked', 'key.created']);
    expect(await actions(`&target=key:${apiKey}&order=ASC`)).toEqual(['key.created', 'key.revoked']);
    expect(await actions(`&target=key:${apiKey}&from=${later}`)).toEqual(['key.revoked']);
    expect(await actions(`&target=key:${apiKey}&to=${later}`)).toEqual(['key.created']);
    expect(await actions(`&actor=${actor}&action=key.created`)).toEqual(['key.created']);
    expect(await actions('&actor=unknown')).toEqual([]);
    const page = await api.get('/audit?perPage=1&page=2');
    expect({ rows: rowsOf(page).length, page: page.body.meta['page'] }).toEqual({ rows: 1, page: 2 });
    for (const query of ['action=ключ', 'from=yesterday', 'sort=actor'])
      expect(problemsOf(await api.get(`/audit?${query}`))).toEqual([400, query.split('=')[0]]);
  });

  it('can be read and nothing else, by the tenant alone', async () => {
    const { apiKey } = await aKey(api);
    const { api: other } = await admins.open(await service.tenant());
    expect(await auditPage(other, `&target=key:${apiKey}`)).toEqual([]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await api.send(method, '/audit')).status).toBe(405);
  });

  it('undoes what cannot be accounted for', async () => {
    const { apiKey } = await aKey(api);
    const add = jest.spyOn(service.app.get(ChainRepository), 'append').mockRejectedValue(new Error('full'));
    const answers = [
      await api.post('/keys', { label: 'SIS', scopes: ['integration'] }),
      await api.post(`/keys/${apiKey}/rotate`, {}),
      await api.post(`/keys/${apiKey}/revoke`, {}),
      await api.patch('/settings', { rateLimit: 5 }),
    ];
    add.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect((await api.get('/keys')).body.meta['total']).toBe(2);
    expect((await api.get(`/keys/${apiKey}`)).body.data).toMatchObject({ status: 'active', expiresAt: null });
    expect((await api.get('/settings')).body.data['rateLimit']).toBeNull();
  });
});
