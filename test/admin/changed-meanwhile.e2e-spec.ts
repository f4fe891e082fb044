import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { administratorForEachTest } from '../support/each-test.js';

let api: ApiClient;

administratorForEachTest((given) => {
  ({ api } = given);
});

function tagOf({ headers }: Answer<Body>): string {
  return headers.get('etag') ?? '';
}

interface Stored {
  readonly path: string;
  readonly action: string;
  readonly method: 'put' | 'patch';
  /** Two bodies that set something else. */
  readonly bodies: readonly [object, object];
}

const link = (formField: string): object => ({ links: [{ formField, target: 'degree' }] });
const milestone = (name: string): object => ({
  milestones: [{ code: 'proposal', name, sequence: 10, required: true }],
});

const STORED: readonly Stored[] = [
  {
    path: '/settings',
    action: 'settings.changed',
    method: 'patch',
    bodies: [
      { rateLimit: 100, deprovisioningPauses: [{ until: '2030-01-02', from: '2030-01-01' }] },
      { rateLimit: 200 },
    ],
  },
  {
    path: '/alerts/settings',
    action: 'alerts.changed',
    method: 'put',
    bodies: [{ recipients: ['it@test.example.edu'] }, { recipients: ['registrar@test.example.edu'] }],
  },
  {
    path: '/templates/_all',
    action: 'template.changed',
    method: 'put',
    bodies: [milestone('Proposal'), milestone('Proposal defence')],
  },
  {
    path: '/mappings/program_transfer',
    action: 'mapping.changed',
    method: 'put',
    bodies: [link('grado'), link('degree_sought')],
  },
];

describe.each(STORED)('a change of $path', ({ path, action, method, bodies: [one, other] }) => {
  it('that is based on what is stored is made, and answers the tag of what is stored then', async () => {
    const read = await api.get(path);
    const changed = await api[method](path, one, { 'If-Match': tagOf(read) });
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(tagOf(read));
    expect(tagOf(await api.get(path))).toBe(tagOf(changed));
  });

  it('that is based on something else is refused, and changes nothing', async () => {
    const read = await api.get(path);
    const first = await api[method](path, one);
    const second = await api[method](path, other, { 'If-Match': tagOf(read) });
    expect(second.status).toBe(412);
    expect(second.body.error.code).toBe('PRECONDITION_FAILED');
    expect((await api.get(path)).body.data).toEqual(first.body.data);
    expect(await auditPage(api, `&action=${action}`)).toHaveLength(1);
  });

  it('that does not say what it is based on is made', async () => {
    await api[method](path, one);
    const second = await api[method](path, other);
    expect(second.status).toBe(200);
    expect(await auditPage(api, `&action=${action}`)).toHaveLength(2);
  });

  it('is made by one of two who have read the same, and refused to the other', async () => {
    const headers = { 'If-Match': tagOf(await api.get(path)) };
    const answers = await Promise.all([api[method](path, one, headers), api[method](path, other, headers)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('is made with a tag that a proxy has made weak, and with a star', async () => {
    const read = await api.get(path);
    expect((await api[method](path, one, { 'If-Match': `W/${tagOf(read)}` })).status).toBe(200);
    expect((await api[method](path, other, { 'If-Match': '*' })).status).toBe(200);
  });
});

describe.each(STORED.slice(2))('the removal of $path', ({ path, bodies: [one, other] }) => {
  it('is refused when what is stored is not what was read', async () => {
    const first = await api.put(path, one);
    const second = await api.put(path, other);
    const remove = (answer: Answer<Body>): Promise<Answer<Body>> =>
      api.send('DELETE', path, undefined, { 'If-Match': tagOf(answer) });
    expect((await remove(first)).status).toBe(412);
    expect((await remove(second)).body.data['isDefault']).toBe(true);
  });
});
