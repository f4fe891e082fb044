import assert from 'node:assert/strict';

import { aStudent, refusalOf, withSandbox } from './fixture.mjs';

withSandbox('a person who is sent twice is stored once', async ({ api }) => {
  const first = await api.users.createOrUpdate(aStudent());
  const second = await api.users.createOrUpdate(aStudent());
  assert.deepEqual([first.status, second.status], [201, 200]);
  assert.equal(second.data.id, first.data.id);
});

withSandbox('the same seed gives the same person', async ({ api }) => {
  const { data } = await api.users.get('S-1006');
  assert.deepEqual([data.id, data.lastName], ['950000006', 'Szőlősi-Nagymező']);
});

withSandbox('a reset takes back what a test has done', async ({ api, reset }) => {
  await api.users.setStatus('S-1001', 'inactive');
  await api.users.createOrUpdate(aStudent());
  await reset();
  assert.equal((await api.users.get('S-1001')).data.accountStatus, 'active');
  assert.equal(await refusalOf(api.users.get('QA-77')), 'USER_NOT_FOUND');
});

withSandbox('an identity provider finds whom the SIS has sent', async ({ api, scim }) => {
  const { data } = await api.users.createOrUpdate(aStudent());
  const answer = await scim.fetch(`/Users/${data.id}`);
  assert.equal(answer.status, 200);
  assert.equal((await answer.json()).userName, 'ann.lee@demo.example.edu');
});
