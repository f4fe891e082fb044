import { jest } from '@jest/globals';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { SWEEP_ACTOR } from '../../src/privacy/erasure/erasures.repository.js';
import { ErasureService } from '../../src/privacy/erasure/erasure.service.js';
import { LoggedRequestsRepository } from '../../src/privacy/personal-data/logged-requests.repository.js';
import { UserLookup } from '../../src/users/matching/user-lookup.js';
import { person } from '../factories/person.js';
import { finishErasures } from '../support/erasures.js';
import { TestService } from '../support/service.js';

/** More than are taken at once. */
const MANY = 101;

const service = await TestService.ofWorker();

it('the request log is read once in each pass, however many people the retention erases', async () => {
  const tenant = await service.tenant();
  const inputs = Array.from({ length: MANY }, () => person());
  await tenant.sis.bulk('/users/bulk', inputs);
  const scope = await service.scope(tenant, SWEEP_ACTOR);
  const numbers = inputs.map(({ externalId }) => String(externalId));
  for (const number of numbers) await tenant.sis.patch(`/users/${number}`, {});
  const people = await service.app.get(UserLookup).find(scope, service.app.get(UnitOfWork).single, numbers);
  for (const one of new Set(people.values()))
    expect(await service.app.get(ErasureService).eraseByAge(scope, one)).toBe(true);
  const read = jest.spyOn(service.app.get(LoggedRequestsRepository), 'about');
  await finishErasures(service);
  expect(read.mock.calls.map(([{ length }]) => length)).toEqual([MANY, MANY]);
});
