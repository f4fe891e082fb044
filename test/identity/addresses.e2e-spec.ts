import { jest } from '@jest/globals';

import { AppliedRows } from '../../src/identity/conflicts/applied-rows.js';
import { person } from '../factories/person.js';
import { userOf } from '../factories/stored-people.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import {
  anInbox,
  conflictNow,
  decide,
  idOf,
  type Inbox,
  metaOf,
  pathOf,
  soleConflict,
  takeBack,
} from '../support/inbox.js';
import { newEmail } from '../support/administrators.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

const fieldsOf = (conflict: Row, name: string): Row[] =>
  (conflict['fields'] as Row[]).filter(({ field }) => field === name);

/** Jane, who has left, and Walter, who got her address. */
async function leaverAndNewcomer({ sis }: Inbox): Promise<{ jane: Row; walter: Row }> {
  const jane = person({ firstName: 'Jane', monthOfEntry: 9, yearOfEntry: 2015, accountStatus: 'inactive' });
  const named = { firstName: 'Walter', lastName: 'Kowalski' };
  const walter = person({ email: jane['email'], ...named, monthOfEntry: 9, yearOfEntry: 2026 });
  expect((await sis.post('/users', jane)).status).toBe(201);
  return { jane, walter };
}

describe('the address of a person who has left, sent for another person', () => {
  it.each([{ possibleReassignment: 'hold' as const }, { adoptByEmail: 'unlinked' as const }])(
    'waits for an administrator, who gives it to the new one, with %o',
    async (settings) => {
      const desk = await anInbox(service, settings);
      const { jane, walter } = await leaverAndNewcomer(desk);
      const janeId = await idOf(desk, jane);

      const asked = await desk.sis.post('/users', walter);
      expect([202, 409]).toContain(asked.status);
      expect(await userOf(desk, janeId)).toMatchObject({ firstName: 'Jane', accountStatus: 'inactive' });
      const { id } = await soleConflict(desk);
      const decided = await decide(desk, id, 'another_person');
      expect(decided.body.error).toBeUndefined();
      const { newUserId } = decided.body.data;

      expect(await userOf(desk, walter['externalId'])).toMatchObject({
        id: newUserId,
        email: jane['email'],
        firstName: 'Walter',
        accountStatus: 'active',
      });
      expect(await userOf(desk, janeId)).toMatchObject({
        email: `${janeId}@former.invalid`,
        firstName: 'Jane',
        legacyNumber: jane['externalId'],
        accountStatus: 'inactive',
      });
      const next = await desk.sis.post('/users', walter);
      expect(metaOf(next)).toEqual({ matchedBy: 'legacyNumber', changed: [] });
    },
  );

  it('is applied with a warning where such rows are only warned of, and what was overwritten comes back', async () => {
    const desk = await anInbox(service, {});
    const { jane, walter } = await leaverAndNewcomer(desk);
    const janeId = await idOf(desk, jane);

    const answer = await desk.sis.post('/users', { ...walter, accountStatus: 'active' });
    expect(answer.body.warnings).toEqual([
      expect.objectContaining({ field: 'email', code: 'POSSIBLE_REASSIGNMENT' }),
    ]);
    expect(answer.body.data).toMatchObject({ id: janeId, firstName: 'Walter' });
    const { id } = await soleConflict(desk);
    expect((await decide(desk, id, 'another_person')).body.error).toBeUndefined();

    expect(await userOf(desk, janeId)).toMatchObject({
      firstName: 'Jane',
      legacyNumber: jane['externalId'],
      accountStatus: 'inactive',
      yearOfEntry: 2015,
    });
    expect(await userOf(desk, walter['externalId'])).toMatchObject({
      firstName: 'Walter',
      yearOfEntry: 2026,
    });
  });

  it('stays with a person who is active', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const { jane, walter } = await leaverAndNewcomer(desk);
    await desk.sis.post('/users', { ...jane, accountStatus: 'active' });
    const asked = await desk.sis.post('/users', walter);

    const refused = await decide(desk, metaOf(asked)['conflictId'], 'another_person');
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
    expect(refused.body.message).toContain('is active');
    expect(await conflictNow(desk, metaOf(asked)['conflictId'])).toMatchObject({ status: 'open' });
  });

  it('stays with a person who comes back while the decision is worked out', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const { jane, walter } = await leaverAndNewcomer(desk);
    const { conflictId } = metaOf(await desk.sis.post('/users', walter));
    const applied = service.app.get(AppliedRows);
    const changes = applied.changes.bind(applied);
    // It is read after the people, and before they are locked.
    const read = jest.spyOn(applied, 'changes').mockImplementationOnce(async (...args) => {
      expect((await desk.sis.post('/users', { ...jane, accountStatus: 'active' })).status).toBe(200);
      return changes(...args);
    });

    const refused = await decide(desk, conflictId, 'another_person');
    read.mockRestore();
    expect(refused.body.error).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(await userOf(desk, jane['externalId'])).toMatchObject({
      email: jane['email'],
      accountStatus: 'active',
    });
  });

  it.each([{}, { accountStatus: 'active' }])(
    'goes to the new one once the former owner is de-provisioned, who stays so, when %j was sent',
    async (sent) => {
      const desk = await anInbox(service, {});
      const { jane, walter } = await leaverAndNewcomer(desk);
      const janeId = await idOf(desk, jane);
      await desk.sis.post('/users', { ...jane, accountStatus: 'active' });
      await desk.sis.post('/users', { ...walter, ...sent });
      const { id } = await soleConflict(desk);
      expect((await decide(desk, id, 'another_person')).body.message).toContain('de-provision them first');

      expect((await desk.api.patch(pathOf(janeId), { accountStatus: 'inactive' })).status).toBe(200);
      const refused = await decide(desk, id, 'another_person');
      expect(problemsOf(refused)).toEqual([409, `${janeId}.accountStatus`]);
      const [status] = fieldsOf(await conflictNow(desk, id), 'accountStatus');
      expect(status).toMatchObject({ sent: sent.accountStatus ?? null });
      expect((await decide(desk, id, 'another_person')).body.error).toBeUndefined();

      expect(await userOf(desk, janeId)).toMatchObject({
        firstName: 'Jane',
        legacyNumber: jane['externalId'],
        accountStatus: 'inactive',
        email: `${janeId}@former.invalid`,
      });
      expect(await userOf(desk, walter['externalId'])).toMatchObject({
        firstName: 'Walter',
        email: jane['email'],
        accountStatus: 'active',
      });
    },
  );

  it.each<[string, Row[]]>([
    ['the row itself', [{ accountStatus: 'inactive' }]],
    ['a later row of the new one', [{ accountStatus: 'active' }, { accountStatus: 'inactive' }]],
  ])(
    'does not go to the new one because %s says inactive: that is a status of the new one',
    async (_, rows) => {
      const desk = await anInbox(service, {});
      const { jane, walter } = await leaverAndNewcomer(desk);
      await desk.sis.post('/users', { ...jane, accountStatus: 'active' });
      for (const row of rows) await desk.sis.post('/users', { ...walter, ...row });
      const { id } = await soleConflict(desk);
      await decide(desk, id, 'another_person');
      const refused = await decide(desk, id, 'another_person');
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
    },
  );

  it('goes to the new one, who is active, when an administrator took back the access that a row gave', async () => {
    const desk = await anInbox(service, {});
    const { jane, walter } = await leaverAndNewcomer(desk);
    const janeId = await idOf(desk, jane);
    await desk.sis.post('/users', { ...walter, accountStatus: 'active' });
    await desk.api.patch(pathOf(janeId), { accountStatus: 'inactive' });
    const { id } = await soleConflict(desk);
    await decide(desk, id, 'another_person');
    expect((await decide(desk, id, 'another_person')).body.error).toBeUndefined();
    expect(await userOf(desk, janeId)).toMatchObject({ firstName: 'Jane', accountStatus: 'inactive' });
    expect(await userOf(desk, walter['externalId'])).toMatchObject({ accountStatus: 'active' });
  });
});

it('a changed setting holds for the next call, whose key was trusted a moment ago', async () => {
  const desk = await anInbox(service, {});
  const { walter } = await leaverAndNewcomer(desk);
  await desk.api.patch('/settings', { possibleReassignment: 'hold' });
  expect((await desk.sis.post('/users', walter)).status).toBe(202);
  await desk.api.patch('/settings', { possibleReassignment: 'off' });
  expect((await desk.sis.post('/users', walter)).body.warnings).toBeUndefined();
});

describe('an address in several rows of one file', () => {
  it('is that of the first; the others are refused, every night', async () => {
    const desk = await anInbox(service, {});
    const email = person()['email'];
    const rows = ['Ann', 'Bob', 'Cid'].map((firstName) =>
      person({ email, firstName, lastName: `${firstName}son` }),
    );
    for (const night of [1, 2]) {
      const lines = await desk.sis.bulk('/users/bulk', rows);
      const refused = { success: false, error: { code: 'IDENTITY_CONFLICT' } };
      expect(lines.slice(1, 3)).toMatchObject([refused, refused]);
      expect(await userOf(desk, rows[0]?.['externalId'])).toMatchObject({ firstName: 'Ann' });
      expect(rowsOf(await desk.api.get('/conflicts')).map(({ count }) => count)).toEqual([night, night]);
    }
  });
});

describe('an address in two rows of a file of several batches', () => {
  /** The last row has the address of the first one, and another number. */
  const fileOf = (): Row[] => {
    const people = Array.from({ length: 1100 }, () => person());
    return [...people, person({ email: people[0]?.['email'] })];
  };
  const isFirst = async (desk: Inbox, rows: readonly Row[]): Promise<void> => {
    const [ann, other] = [rows[0], rows.at(-1)];
    expect(await userOf(desk, ann?.['externalId'])).toMatchObject({ email: ann?.['email'] });
    expect((await desk.sis.get(pathOf(other?.['externalId']))).status).toBe(404);
  };

  it('is that of the first, every night, also where the other people are recognised', async () => {
    const desk = await anInbox(service, {});
    const rows = fileOf();
    for (const night of [1, 2, 3]) {
      const lines = await desk.sis.bulk('/users/bulk', rows);
      const refused = { line: 1101, success: false, error: { code: 'IDENTITY_CONFLICT' } };
      expect({ night, line: lines.at(-2) }).toMatchObject({ night, line: refused });
      await isFirst(desk, rows);
    }
    expect(await soleConflict(desk)).toMatchObject({ kind: 'adopt_by_email', count: 3 });
    const dry = await desk.sis.bulk('/users/bulk?dryRun=true', rows);
    expect(dry.at(-1)).toMatchObject({ summary: { unchanged: 1100, failed: 1 } });
  });
});

it('a number that an earlier batch of the upload has replaced makes no second person', async () => {
  const desk = await anInbox(service, {});
  const owner = person({ firstName: 'Ann', lastName: 'Lee' });
  await desk.sis.post('/users', owner);
  const successor = person({ email: owner['email'], firstName: 'Anna', lastName: 'Lee' });
  const others = Array.from({ length: 600 }, () => person());
  const moved = { ...owner, email: newEmail(), lastName: 'Moss' };
  for (const query of ['?dryRun=true', '']) {
    const lines = await desk.sis.bulk(`/users/bulk${query}`, [successor, ...others, moved]);
    const refused = { line: 602, success: false, error: { code: 'IDENTITY_CONFLICT' } };
    expect({ query, line: lines.at(-2) }).toMatchObject({ query, line: refused });
  }
});

describe('addresses that move between people of one batch', () => {
  it('are swapped, round a ring too', async () => {
    const desk = await anInbox(service, {});
    const people = [person(), person(), person()];
    await desk.sis.bulk('/users/bulk', people);
    const moved = people.map((one, place) => ({ ...one, email: people[(place + 1) % 3]?.['email'] }));

    const lines = await desk.sis.bulk('/users/bulk', moved);
    expect(lines.at(-1)).toMatchObject({ summary: { received: 3, updated: 3, failed: 0 } });
    for (const [place, { email }] of moved.entries())
      expect(await userOf(desk, people[place]?.['externalId'])).toMatchObject({ email });
  });

  it('are passed on round a ring of nearly a whole batch', async () => {
    const desk = await anInbox(service, {});
    const people = Array.from({ length: 450 }, () => person());
    await desk.sis.bulk('/users/bulk', people);
    const moved = people.map((one, place) => ({ ...one, email: people[(place + 1) % 450]?.['email'] }));

    const lines = await desk.sis.bulk('/users/bulk', moved);
    expect(lines.at(-1)).toMatchObject({ summary: { received: 450, updated: 450, failed: 0 } });
    const again = await desk.sis.bulk('/users/bulk', moved);
    expect(again.at(-1)).toMatchObject({ summary: { unchanged: 450, failed: 0 } });
  });

  it('go to a newcomer whose row comes before that of the former owner', async () => {
    const desk = await anInbox(service, {});
    const owner = person();
    await desk.sis.post('/users', owner);
    const newcomer = person({ email: owner['email'], firstName: 'Zoë', lastName: 'Quint' });

    const moved = { ...owner, email: 'moved@test.example.edu' };
    const lines = await desk.sis.bulk('/users/bulk', [newcomer, moved]);
    expect(lines.at(-1)).toMatchObject({ summary: { inserted: 1, updated: 1 } });
    expect(await userOf(desk, newcomer['externalId'])).toMatchObject({
      firstName: 'Zoë',
      email: owner['email'],
    });
  });
});

describe('numbers that were mixed up between people of one batch', () => {
  const sameEntry = { monthOfEntry: 9, yearOfEntry: 2024 };
  const people = (): Row[] =>
    ['Ann Lee', 'Bob Ray', 'Anna Lee'].map((name) => {
      const [firstName, lastName] = name.split(' ');
      return person({ firstName, lastName, ...sameEntry });
    });
  const mixedUp = (rows: readonly Row[]): Row[] =>
    rows.map((row, place) => ({ ...row, externalId: rows[(place + 1) % rows.length]?.['externalId'] }));
  const storedNow = (desk: Inbox, rows: readonly Row[]): Promise<unknown[]> =>
    Promise.all(rows.map(({ externalId }) => userOf(desk, externalId)));

  it.each([{}, { possibleReassignment: 'off' as const }, { possibleReassignment: 'hold' as const }])(
    'give no one the record of another person: each row is refused and asked about, with %o',
    async (settings) => {
      const desk = await anInbox(service, settings);
      const rows = people();
      await desk.sis.bulk('/users/bulk', rows);
      const before = await storedNow(desk, rows);

      const lines = await desk.sis.bulk('/users/bulk', mixedUp(rows));
      expect(lines.at(-1)).toMatchObject({ summary: { failed: 3, updated: 0 } });
      expect(await storedNow(desk, rows)).toEqual(before);
      const asked = rowsOf(await desk.api.get('/conflicts')).map(({ kind }) => kind);
      expect(asked).toEqual(['email_taken', 'email_taken', 'email_taken']);
    },
  );

  it('stand in the way of no address that moves with a changed name', async () => {
    const desk = await anInbox(service, {});
    const [ann = {}, bob = {}] = people();
    await desk.sis.bulk('/users/bulk', [ann, bob]);
    const married = { ...ann, lastName: 'Ray', email: bob['email'] };
    const lines = await desk.sis.bulk('/users/bulk', [married, { ...bob, email: ann['email'] }]);
    expect(lines.at(-1)).toMatchObject({ summary: { failed: 0, updated: 2 } });
  });
});

describe('the address of a record that was merged into another', () => {
  it.each(['same_person', 'another_person'])(
    'goes to the one that is left, by the decision %s',
    async (decision) => {
      const desk = await anInbox(service, {});
      const [kept, merged] = [person(), person()];
      await desk.sis.bulk('/users/bulk', [kept, merged]);
      const [keptId, mergedId] = [await idOf(desk, kept), await idOf(desk, merged)];
      await desk.sis.patch(pathOf(mergedId));

      const wanted = { ...kept, email: merged['email'] };
      expect((await desk.sis.post('/users', wanted)).status).toBe(409);
      const { id } = await soleConflict(desk);
      expect((await decide(desk, id, decision)).body.error).toBeUndefined();
      expect(await userOf(desk, keptId)).toMatchObject({ email: merged['email'] });
      expect(await userOf(desk, mergedId)).toMatchObject({ email: `${mergedId}@former.invalid` });
      const again = metaOf(await desk.sis.post('/users', wanted));
      expect(again).toEqual({ matchedBy: 'legacyNumber', changed: [] });

      expect((await takeBack(desk, id)).body.error).toBeUndefined();
      expect(await userOf(desk, keptId)).toMatchObject({ email: kept['email'] });
      expect(await userOf(desk, mergedId)).toMatchObject({ email: merged['email'] });
    },
  );

  it('stays where its owner is active, while the rest is applied', async () => {
    const desk = await anInbox(service, {});
    const [one, other] = [person(), person()];
    await desk.sis.bulk('/users/bulk', [one, other]);
    await desk.sis.post('/users', { ...one, email: other['email'], degree: 'PhD' });
    const { id } = await soleConflict(desk);

    expect((await decide(desk, id, 'another_person')).status).toBe(409);
    expect((await decide(desk, id, 'same_person')).status).toBe(200);
    expect(await userOf(desk, one['externalId'])).toMatchObject({ email: one['email'], degree: 'PhD' });
    expect(await userOf(desk, other['externalId'])).toMatchObject({ email: other['email'] });
  });
});
