import { BalancedProcesses } from './support/balanced-processes.js';
import { settingsOfUnit } from './support/balancer.js';
import { FaultSite } from './support/fault-site.js';
import { SteadyStream } from './support/steady-stream.js';

const ENOUGH = 200;

let site: FaultSite;
let processes: BalancedProcesses;

beforeAll(async () => {
  site = await FaultSite.start();
  // It is the one that no balancer knows.
  await site.service.stop('SIGTERM');
  const settings = await settingsOfUnit();
  processes = await BalancedProcesses.start(site.folder, (port) => site.startBeside(port, settings));
});

afterAll(async () => {
  await processes.stop();
  await site.stop();
});

function missingOf(stream: SteadyStream): Promise<string[]> {
  return stream.missing((sql, values) => site.database.ask(sql, values), site.access.tenantId);
}

function streamCalled(name: string): SteadyStream {
  return new SteadyStream(processes.baseUrl, site.access.headers, name);
}

describe('two processes behind HAProxy', () => {
  it('are restarted one after the other without a request that fails', async () => {
    const stream = streamCalled('restart');
    await stream.answers(ENOUGH);
    const endings = [await processes.restart(0), await processes.restart(1)];
    await stream.answers(ENOUGH);
    await stream.end();

    expect(stream.failures).toEqual([]);
    expect(endings).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await missingOf(stream)).toEqual([]);
    expect(stream.acknowledged.length).toBeGreaterThan(ENOUGH);
  });

  it('lose only requests in flight when one is killed, which comes back', async () => {
    const stream = streamCalled('kill');
    await stream.answers(ENOUGH);
    const killed = processes.process(0);
    await killed.stop('SIGKILL');
    const endedAt = performance.now();
    await stream.answers(5 * ENOUGH);
    await processes.begin(0);
    await stream.answers(ENOUGH);
    await stream.end();

    expect(stream.failures.filter(({ startedAt }) => startedAt > endedAt)).toEqual([]);
    expect(await missingOf(stream)).toEqual([]);
  });

  it('answer no metrics through it, as each answer would be of another process', async () => {
    const spellings = ['/metrics', '/Metrics/', '/%6detrics'];
    const answers = await Promise.all(spellings.map((path) => fetch(processes.baseUrl + path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
