import { CommitMarks } from '../../../src/database/transaction/commit-marks.js';
import { person } from '../../factories/person.js';
import { storedId } from '../../factories/stored-people.js';
import { LogLines } from '../../support/log-lines.js';
import { LossWatch } from '../../support/loss-watch.js';
import { TestService, type TestTenant } from '../../support/service.js';

let service: TestService;
let watch: LossWatch;
let tenant: TestTenant;

beforeEach(async () => {
  service = await TestService.start();
  watch = new LossWatch(service);
  tenant = await service.tenant();
});

afterEach(async () => {
  await service.stop();
});

const post = (): Promise<string> => storedId(tenant, person({ accountType: 'Staff' }));

/** How often a loss is reported when the service looks. */
async function reports(): Promise<number> {
  const lines = new LogLines(service);
  await watch.look();
  const count = (await lines.read()).split('"msg":"commits were lost"').length - 1;
  lines.close();
  return count;
}

describe('behind a proxy that leads connections to another server without ending them', () => {
  it.each([
    ['an earlier mark', 'UPDATE `commit_marks` SET `number` = `number` - 1 WHERE `process` = ?'],
    ['no mark', 'DELETE FROM `commit_marks` WHERE `process` = ?'],
  ])('a server with %s is seen, once, although more was committed there', async (_, lose) => {
    await post();
    await post();
    expect(await reports()).toBe(0);
    await service.query(lose, [service.app.get(CommitMarks).process]);
    await post();
    await post();
    expect(await reports()).toBe(1);
    await post();
    expect(await reports()).toBe(0);
  });
});
