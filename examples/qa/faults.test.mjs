import assert from 'node:assert/strict';

import { aStudent, refusalOf, withSandbox } from './fixture.mjs';

const POST = 'POST /api/v1/integration/users';

withSandbox('a post whose answer was lost may be sent again', async ({ api, faults }) => {
  await faults.next(POST, { abort: 'after' });
  assert.equal(await refusalOf(api.users.createOrUpdate(aStudent())), 'CONNECTION_LOST');
  const again = await api.users.createOrUpdate(aStudent());
  assert.deepEqual([again.status, again.message], [200, 'DATA UPDATED']);
});

withSandbox(
  'a database that is away is answered with 503, and nothing is half done',
  async ({ api, faults }) => {
    await faults.next('*', { status: 503 });
    assert.equal(await refusalOf(api.users.createOrUpdate(aStudent())), 'SERVICE_UNAVAILABLE');
    assert.equal(await refusalOf(api.users.get('QA-77')), 'USER_NOT_FOUND');
  },
);

withSandbox('what was asked can be read, without secrets', async ({ api, sandbox, requests }) => {
  await api.users.createOrUpdate(aStudent());
  const asked = await requests();
  assert.deepEqual(
    asked.map(({ method, url, status }) => [method, url, status]),
    [['POST', '/api/v1/integration/users', 201]],
  );
  const secrets = sandbox.credentials.map(({ apiSecret }) => apiSecret);
  assert.ok(secrets.every((secret) => !JSON.stringify(asked).includes(secret)));
});
