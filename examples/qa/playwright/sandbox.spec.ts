import { expect, test } from '@integration-api/client/testing/playwright';

// Time stands still there, so that every run sees the same.
test.use({ sandboxOptions: { clock: { now: '2027-03-01T09:00:00Z' } } });

const ann = {
  externalId: 'QA-77',
  email: 'ann.lee@demo.example.edu',
  firstName: 'Ann',
  lastName: 'Lee',
  accountType: 'Student',
} as const;

test('a person who is sent twice is stored once', async ({ sandbox }) => {
  const first = await sandbox.api.users.createOrUpdate(ann);
  const second = await sandbox.api.users.createOrUpdate(ann);
  expect(first.message).toBe('DATA INSERTED');
  expect(second.message).toBe('DATA UPDATED');
  expect(second.data.id).toBe(first.data.id);
});

test('the person of another test is not there, and time stands still', async ({ sandbox }) => {
  await expect(sandbox.api.users.get('QA-77')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  await sandbox.api.users.createOrUpdate(ann);
  const { data } = await sandbox.api.users.get('QA-77');
  expect(data.createdAt).toBe('2027-03-01T09:00:00.000Z');
});

test('a student falls behind a month after a milestone was due', async ({ sandbox }) => {
  const pacing = async () => {
    const { data } = await sandbox.api.progress.page({ limit: 1000 });
    return data.find(({ legacyNumber }) => legacyNumber === 'S-1006')?.pacing.status;
  };
  expect(await pacing()).toBe('at_risk');
  await sandbox.clock.advance({ days: 39 });
  expect(await pacing()).toBe('behind');
});

test('a post whose answer was lost may be sent again', async ({ sandbox }) => {
  await sandbox.faults.next('POST /api/v1/integration/users', { abort: 'after' });
  await expect(sandbox.api.users.createOrUpdate(ann)).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  const { message } = await sandbox.api.users.createOrUpdate(ann);
  expect(message).toBe('DATA UPDATED');
});
