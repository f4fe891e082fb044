import { FinishRecords } from '../../src/users/finish/finish-records.js';
import { ProvisioningService } from '../../src/users/provisioning/provisioning.service.js';
import { completeRun, finishRun, sendRun } from '../factories/complete-runs.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import { outcomeOf, type Row, summaryOf } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const COMPLETE = { complete: { accountTypes: ['Student'], absentRuns: 1 } };
/** Of the two account types together, more than two batches are absent. */
const ABSENT = 600;
const REFUSED = [409, 'INVALID_TRANSITION'];

let tenant: TestTenant;
let stay: Row[];

beforeEach(async () => {
  tenant = await service.tenant();
  await service.changeSettings(tenant, { completeRunMinimum: 0 });
  stay = Array.from({ length: 5 }, () => person());
  const gone = Array.from({ length: ABSENT }, () => person());
  await completeRun(service, tenant, 'night-1', [...stay, ...gone], { absentRuns: 1 });
  await sendRun(service, tenant, 'night-2', stay);
});

async function deprovisionings(): Promise<{ entries: number; inactive: number }> {
  const [row] = await service.query<{ entries: number; inactive: number }[]>(
    'SELECT (SELECT COUNT(*) FROM `user_changes` WHERE `tenantId` = ? AND `run` = ?) AS `entries`, ' +
      "(SELECT COUNT(*) FROM `users` WHERE `tenantId` = ? AND `inactiveCause` = 'absent') AS `inactive`",
    [tenant.tenantId, 'night-2', tenant.tenantId],
  );
  return { entries: Number(row?.entries), inactive: Number(row?.inactive) };
}

it('a call that is repeated continues where an earlier one has ended, and de-provisions no one twice', async () => {
  const provisioning = service.app.get(ProvisioningService);
  const provision = provisioning.provision.bind(provisioning);
  jest
    .spyOn(provisioning, 'provision')
    .mockImplementationOnce(provision)
    .mockRejectedValueOnce(new Error('the process has ended here'));
  expect((await finishRun(tenant, 'night-2', COMPLETE)).status).toBe(500);
  expect(await deprovisionings()).toEqual({ entries: 250, inactive: 250 });
  const done = await finishRun(tenant, 'night-2', COMPLETE);
  expect(done.data['absent']).toEqual({ first: 0, again: ABSENT, deprovisioned: ABSENT, held: 0 });
  expect(await deprovisionings()).toEqual({ entries: ABSENT, inactive: ABSENT });
  expect(await finishRun(tenant, 'night-2', COMPLETE)).toEqual(done);
});

it('no part of a run is undone while its finish goes on, and whom a part restores later stays active', async () => {
  const { api } = await new Administrators(service).open(tenant);
  const provisioning = service.app.get(ProvisioningService);
  const provision = provisioning.provision.bind(provisioning);
  jest
    .spyOn(provisioning, 'provision')
    .mockImplementationOnce(provision)
    .mockRejectedValueOnce(new Error('the process has ended here'));
  await finishRun(tenant, 'night-2', COMPLETE);
  const part = { confirm: 'night-2', kind: 'deprovisioned' };
  expect(outcomeOf(await api.get('/runs/night-2/undo?kind=deprovisioned'))).toEqual(REFUSED);
  expect(outcomeOf(await api.post('/runs/night-2/undo', part))).toEqual(REFUSED);
  expect(await deprovisionings()).toEqual({ entries: 250, inactive: 250 });

  await finishRun(tenant, 'night-2', COMPLETE);
  const restored = { totals: { people: ABSENT, restored: ABSENT } };
  expect(summaryOf(await api.post('/runs/night-2/undo', part))).toMatchObject(restored);
  expect(await finishRun(tenant, 'night-2', COMPLETE)).toMatchObject({ status: 200 });
  expect(await deprovisionings()).toMatchObject({ inactive: 0 });
});

it('a call that has ended before the absent were counted takes no row any more, and is continued', async () => {
  const records = service.app.get(FinishRecords);
  jest.spyOn(records, 'count').mockRejectedValueOnce(new Error('the process has ended here'));
  expect((await finishRun(tenant, 'night-2', COMPLETE)).status).toBe(500);
  await expect(sendRun(service, tenant, 'night-2', stay)).rejects.toThrow('RUN_FINISHED');
  expect(await deprovisionings()).toEqual({ entries: 0, inactive: 0 });
  const done = await finishRun(tenant, 'night-2', COMPLETE);
  expect(done.data['absent']).toMatchObject({ deprovisioned: ABSENT });
});

it('two callers who finish a run at once get one answer, and each person loses access once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => finishRun(tenant, 'night-2', COMPLETE)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ data }) => data['absent'])).toEqual(
    answers.map(() => ({ first: 0, again: ABSENT, deprovisioned: ABSENT, held: 0 })),
  );
  expect(await deprovisionings()).toEqual({ entries: ABSENT, inactive: ABSENT });
});

it('who is named while absent people are being de-provisioned stays active', async () => {
  const gone = person();
  await sendRun(service, tenant, 'noon', [gone]);
  const provisioning = service.app.get(ProvisioningService);
  const provision = provisioning.provision.bind(provisioning);
  jest.spyOn(provisioning, 'provision').mockImplementationOnce(async (batch) => {
    // By a caller whose row comes after the run was finished and before the batch.
    await tenant.sis.post('/users', gone);
    return provision(batch);
  });
  await finishRun(tenant, 'night-2', COMPLETE);
  const { body } = await tenant.sis.get(`/users/${String(gone['externalId'])}`);
  expect(body.data).toMatchObject({ accountStatus: 'active' });
  expect(await deprovisionings()).toMatchObject({ inactive: ABSENT });
});
