import { jest } from '@jest/globals';

import { ProvisioningService } from '../../src/users/provisioning/provisioning.service.js';
import { Forecast } from '../../src/users/provisioning/forecast.js';
import { person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { fc } from '../support/fast-check.js';
import { pullAll } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/**
 * Posts so many new people that the service then inserts without a look-up.
 * @returns the ID of the last
 */
async function manyNewcomers(): Promise<string> {
  let id = '';
  for (let index = 0; index < 10; index += 1) id = await storedId(tenant, person());
  return id;
}

function numberOf(id: unknown): number {
  return Number(String(id).slice(3));
}

describe('after people who were all new', () => {
  it.each([
    ['legacyNumber', () => ({})],
    ['email', () => ({ externalId: 'S-other' })],
    ['email', () => ({ externalId: null })],
    ['id', (id: string) => ({ externalId: id })],
  ])('a user known by %s is found and updated', async (matchedBy, changed) => {
    const known = person();
    const id = await storedId(tenant, known);
    await manyNewcomers();
    const answer = await tenant.sis.post('/users', { ...known, firstName: 'Eve', ...changed(id) });
    expect(answer).toMatchObject({ status: 200, body: { data: { id }, meta: { matchedBy } } });
    expect((await userOf(tenant, id))['firstName']).toBe('Eve');
  });

  it('two people who are known are a conflict', async () => {
    const [one, other] = [person(), person()];
    for (const known of [one, other]) await tenant.sis.post('/users', known);
    await manyNewcomers();
    const { status } = await tenant.sis.post('/users', { ...one, email: other['email'] });
    expect(status).toBe(409);
  });

  it('a user known by an address that the next line replaces is found and updated', async () => {
    const known = person({ externalId: null });
    const id = await storedId(tenant, known);
    await manyNewcomers();
    const named = { ...known, externalId: 'S-named' };
    const moved = { ...named, email: 'new.address@test.example.edu' };
    const updated = { id, message: 'DATA UPDATED' };
    const summary = { inserted: 0, updated: 2 };
    expect(await tenant.sis.bulk('/users/bulk', [named, moved])).toMatchObject([
      updated,
      updated,
      { summary },
    ]);
  });

  it('a user known by a number is found and updated, and keeps it when the next line has another one', async () => {
    const known = person();
    const id = await storedId(tenant, known);
    await manyNewcomers();
    const moved = { ...known, email: 'moved@test.example.edu' };
    const answers = await tenant.sis.bulk('/users/bulk', [moved, { ...moved, externalId: 'S-renumbered' }]);
    const updated = { id, message: 'DATA UPDATED' };
    expect(answers.slice(0, 2)).toMatchObject([updated, { error: { code: 'IDENTITY_CONFLICT' } }]);
  });

  it('a known user leaves no gap in the IDs, because nothing was written when they were found', async () => {
    const known = person();
    await tenant.sis.post('/users', known);
    const last = await manyNewcomers();
    await tenant.sis.post('/users', { ...known, firstName: 'Eve' });
    const { body } = await tenant.sis.post('/users', person());
    expect(numberOf(body.data['id'])).toBe(numberOf(last) + 1);
  });

  it('of many who come at once each is who they are, known or new', async () => {
    const known = Array.from({ length: 8 }, () => person());
    for (const one of known) await tenant.sis.post('/users', one);
    await manyNewcomers();
    const together = known.flatMap((one) => [person(), { ...one, firstName: 'Eve' }]);
    const answers = await Promise.all(together.map((one) => tenant.sis.post('/users', one)));
    expect(answers.map(({ status }) => status)).toEqual(known.flatMap(() => [201, 200]));
  });

  it('a record is drawn with the settings that are stored by then, even if another process changed them', async () => {
    await manyNewcomers();
    await service.query('UPDATE `tenants` SET `settings` = ? WHERE `id` = ?', [
      JSON.stringify({ requiredCommitteeRoles: ['member'] }),
      tenant.tenantId,
    ]);
    const { status, body } = await tenant.sis.post('/users', person());
    expect(status).toBe(201);
    const { records } = await pullAll(tenant.sis, { studentId: String(body.data['id']) });
    expect(records[0]?.committee.missingRoles).toEqual(['member']);
  });
});

describe('a file whose batches are made ready while others are written', () => {
  const LINES = 2600;

  it('begins a batch before the previous one is written, once only new people are expected', async () => {
    await manyNewcomers();
    const provisioning = service.app.get(ProvisioningService);
    const provision = provisioning.provision.bind(provisioning);
    let beginSecond = (): void => undefined;
    const secondBegun = new Promise<void>((resolve) => (beginSecond = resolve));
    const spy = jest.spyOn(provisioning, 'provision').mockImplementation(async (...batch) => {
      // The first batch waits for the second one.
      if (spy.mock.calls.length === 1) await secondBegun;
      else beginSecond();
      return provision(...batch);
    });
    const people = Array.from({ length: 700 }, () => person());
    const answers = await tenant.sis.bulk('/users/bulk', people);
    expect(answers.at(-1)?.['summary']).toMatchObject({ inserted: 700, failed: 0 });
  });

  it('is applied line by line, also where a line is about a user of an earlier batch', async () => {
    const people = Array.from({ length: LINES }, () => person());
    const lines = people.map((one, index) =>
      index >= 1100 && index % 100 === 0 ? { ...people[index - 701], firstName: `Line ${index}` } : one,
    );
    const answers = await tenant.sis.bulk('/users/bulk', lines);
    const again = lines.flatMap(({ firstName }, index) => (firstName === 'Ann' ? [] : [index]));
    expect(again.length).toBe(15);
    for (const index of again)
      expect({ index, message: answers[index]?.['message'], id: answers[index]?.['id'] }).toEqual({
        index,
        message: 'DATA UPDATED',
        id: answers[index - 701]?.['id'],
      });
    expect(answers.at(-1)?.['summary']).toMatchObject({ inserted: LINES - 15, updated: 15, failed: 0 });
    expect(answers.slice(0, -1).map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
  });

  it('lets a user take the address that an earlier line gave up', async () => {
    const people = Array.from({ length: LINES }, () => person());
    const [first = {}] = people;
    people[1200] = { ...first, email: 'moved.on@test.example.edu' };
    people[1750] = person({ email: first['email'] });
    const answers = await tenant.sis.bulk('/users/bulk', people);
    expect(answers[1200]).toMatchObject({ id: answers[0]?.['id'], message: 'DATA UPDATED' });
    expect(answers[1750]).toMatchObject({ message: 'DATA INSERTED' });
    expect(answers[1750]?.['id']).not.toBe(answers[0]?.['id']);
    expect((await userOf(tenant, answers[1750]?.['id']))['email']).toBe(first['email']);
  });

  it('gives each person an ID without a gap between them', async () => {
    const people = Array.from({ length: LINES }, () => person());
    const answers = await tenant.sis.bulk('/users/bulk', people);
    const numbers = answers.slice(0, -1).map(({ id }) => numberOf(id));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });
});

describe('whatever comes', () => {
  const key = fc.nat(4);
  const row = fc.record({
    email: key.map((n) => `guessed.${n}@test.example.edu`),
    externalId: fc.option(key.map((n) => `G-${n}`)),
    firstName: fc.constantFrom('Ann', 'Eve', 'Zoe'),
    accountType: fc.constantFrom('Student', 'Faculty'),
  });
  const files = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 });

  function stored({ tenantId }: TestTenant): Promise<object[]> {
    return service.query(
      'SELECT `id`, `legacyNumber`, `email`, `firstName`, `accountType` FROM `users` WHERE ' +
        '`tenantId` = ? ORDER BY `email`',
      [tenantId],
    );
  }

  /** The same with a name for each ID in the order of appearance, because a wrong expectation may skip IDs. */
  function renamed(answers: readonly object[]): unknown {
    const names = new Map<string, string>();
    // A conflict's ID is a hash and may contain digits that look like a user's.
    const text = JSON.stringify(answers).replace(/cf_[0-9a-f]{26}/g, 'a conflict');
    const withNames = text.replace(/95[01]\d{6,}/g, (id) => {
      const name = names.get(id) ?? `ID ${names.size + 1}`;
      names.set(id, name);
      return name;
    });
    return JSON.parse(withNames);
  }

  async function compare(sent: readonly (readonly object[])[]): Promise<void> {
    const [guessing, looking] = [await service.tenant(), await service.tenant()];
    const forecast = service.app.get(Forecast);
    jest.spyOn(forecast, 'of').mockImplementation((scope) => ({
      usual: Forecast.prototype.of.call(forecast, scope).usual,
      onlyNew: scope.tenantId === guessing.tenantId,
    }));
    const results: unknown[] = [];
    for (const { sis, ...tenant } of [guessing, looking]) {
      const answers: object[] = [];
      for (const lines of sent)
        answers.push(
          ...(await sis.bulk(
            '/users/bulk',
            lines.map((line) => ({ lastName: 'Lee', ...line })),
          )),
        );
      results.push(renamed([...answers, ...(await stored({ sis, ...tenant }))]));
    }
    expect(results[0]).toEqual(results[1]);
  }

  it('a guess changes neither an answer nor what is stored', async () => {
    await fc.assert(fc.asyncProperty(files, compare), { numRuns: 30, endOnFailure: true });
  });
});
