import assert from 'node:assert/strict';

import { withSandbox } from './fixture.mjs';

async function pacingOf(api, student) {
  const { data } = await api.progress.page({ limit: 1000 });
  return data.find(({ legacyNumber }) => legacyNumber === student)?.pacing.status;
}

withSandbox('a student falls behind a month after a milestone was due', async ({ api, clock }) => {
  assert.equal(await pacingOf(api, 'S-1006'), 'at_risk');
  await clock.advance({ days: 39 });
  assert.equal(await pacingOf(api, 'S-1006'), 'behind');
});

withSandbox('an item whose lease has run out is handed out again', async ({ api, clock }) => {
  const input = { limit: 1, leaseSeconds: 60 };
  const [first] = (await api.sync.claim(input)).data;
  await clock.advance({ seconds: 61 });
  const { data } = await api.sync.claim({ ...input, limit: 100 });
  assert.ok(data.some(({ submissionId }) => submissionId === first.submissionId));
});

withSandbox('29 February is a day', async ({ clock }) => {
  await clock.set('2028-02-28T23:59:59Z');
  assert.equal((await clock.advance({ seconds: 1 })).toISOString(), '2028-02-29T00:00:00.000Z');
});
