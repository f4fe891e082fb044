import { FaultRun } from './support/fault-run.js';
import { FaultSite } from './support/fault-site.js';

let site: FaultSite;

beforeEach(async () => {
  site = await FaultSite.start();
});

afterEach(() => site.stop());

describe('nothing acknowledged is lost, doubled or halved when the service', () => {
  it('is killed, and started again', async () => {
    const { problems } = await FaultRun.of(site, {
      name: 'kill -9 of the service',
      disturb: () => site.service.stop('SIGKILL'),
      mend: () => site.startService(),
    });

    expect(problems).toEqual([]);
  });
});
