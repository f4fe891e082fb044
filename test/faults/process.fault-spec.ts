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
      repair: () => site.startService(),
    });

    expect(problems).toEqual([]);
  });

  it('is asked to stop in the middle of everything, which it does in order', async () => {
    let ended: unknown;
    const { problems } = await FaultRun.of(site, {
      name: 'SIGTERM in the middle of everything',
      disturb: async () => {
        const { service } = site;
        process.kill(service.pid, 'SIGTERM');
        ended = await service.ended;
      },
      repair: () => site.startService(),
    });

    expect(problems).toEqual([]);
    expect(ended).toEqual([0, null]);
  });
});
