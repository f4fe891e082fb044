import { FaultRun } from './support/fault-run.js';
import { FaultSite } from './support/fault-site.js';
import { lookWhileAway } from './support/probes.js';

const AWAY_MS = 4000;
const FROZEN_MS = 20_000;
/** A young process grows by about 100 under the load alone; requests that pile up for 20 seconds would take more. */
const FLAT_MIB = 250;

let site: FaultSite;

beforeEach(async () => {
  site = await FaultSite.start();
});

afterEach(() => site.stop());

describe('nothing acknowledged is lost, doubled or halved, and the service recovers by itself, when the database', () => {
  it('is killed and comes back', async () => {
    let wrong: string[] = [];
    const outcome = await FaultRun.of(site, {
      name: 'kill -9 of the database',
      disturb: async () => {
        await site.database.kill();
        wrong = await lookWhileAway(site, AWAY_MS);
      },
      mend: () => site.database.start(),
    });

    expect(outcome.problems).toEqual([]);
    expect(wrong).toEqual([]);
    expect(outcome.longestUnavailableMs).toBeLessThan(3000);
    expect(outcome.grownMiB).toBeLessThan(FLAT_MIB);
  });

  it('is frozen for 20 seconds', async () => {
    let wrong: string[] = [];
    const outcome = await FaultRun.of(site, {
      name: 'database frozen for 20 s',
      disturb: async () => {
        site.database.freeze();
        wrong = await lookWhileAway(site, FROZEN_MS);
        site.database.thaw();
      },
    });

    expect(outcome.problems).toEqual([]);
    expect(wrong).toEqual([]);
    expect(outcome.longestUnavailableMs).toBeLessThan(3000);
    expect(outcome.grownMiB).toBeLessThan(FLAT_MIB);
  });
});
