import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { Background } from '../../../src/background/background.js';
import { BackgroundRun } from '../../../src/background/background-run.entity.js';
import { BackgroundRunsRepository } from '../../../src/background/background-runs.repository.js';
import { BackgroundRunsService } from '../../../src/background/background-runs.service.js';
import { WORK } from '../../../src/background/work.js';
import { TestService } from '../../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt } from '../../support/service-process.js';
import { cli } from '../../support/terminal.js';

const [MINUTE, DAY] = [60_000, 86_400_000];

let service: TestService;
let now: number;

beforeAll(async () => {
  await ensureBuilt();
  service = await TestService.ofWorker();
}, BUILD_LIMIT_MS);

beforeEach(async () => {
  now = Date.now();
  await rows().clear();
});

const rows = () => service.app.get(DataSource).getRepository(BackgroundRun);

/** Writes the run of a process that has ended since. */
async function ranBefore(name: string, process: string, ago: number): Promise<void> {
  const at = new Date(now - ago);
  await rows().insert({ name, process, startedAt: at, durationMs: 5, error: null, seenAt: at });
}

/** Each process does this when it writes its own last runs. */
function forget(): Promise<void> {
  return service.app.get(BackgroundRunsRepository).forgetBefore(new Date(now - DAY));
}

async function stateOf(name: string): Promise<{ state: string | undefined; processes: string[] }> {
  const listed = (await service.app.get(BackgroundRunsService).list()).find(({ work }) => work.name === name);
  return { state: listed?.state, processes: listed?.runs.map(({ process }) => process) ?? [] };
}

it('the service does each work of the list, and no other', () => {
  const done = service.app.get(Background).report();
  expect(done.map(({ work }) => work.name)).toEqual(WORK.map(({ name }) => name));
});

it('work that no module has added cannot be done', async () => {
  await expect(service.run('no-such-work' as 'erasures')).rejects.toThrow('no-such-work');
});

describe('background list', () => {
  it('shows the last run of each work, how long it took, and its result', async () => {
    await service.settle();
    await service.run('background-runs');
    const { code, stdout } = await cli(['background', 'list', '--json']);
    expect(code).toBe(0);
    const listed = JSON.parse(stdout) as { name: string; state: string; runs: object[] }[];
    expect(listed.map(({ name }) => name)).toEqual(WORK.map(({ name }) => name));
    for (const { name, state, runs } of listed)
      expect({ name, state, runs }).toEqual({
        name,
        state: 'ok',
        runs: [expect.objectContaining({ error: null })],
      });
  });

  it('names the kind of the error with which a work failed', async () => {
    jest.spyOn(service.app.get(DataSource), 'query').mockRejectedValueOnce(new TypeError('secret of a row'));
    await expect(service.run('rate-windows-sweep')).rejects.toThrow(TypeError);
    await service.run('background-runs');
    const { stdout } = await cli(['background', 'list']);
    expect(stdout).toMatch(/^rate-windows-sweep .* failed: TypeError /m);
    expect(stdout).not.toContain('secret of a row');
  });

  it('says that work has never run while no process has done it', async () => {
    expect(await stateOf('erasures')).toEqual({ state: 'never ran', processes: [] });
  });

  it('says that work is late, also of processes that ended days ago', async () => {
    await ranBefore('retention-sweep', 'host:1', 3 * DAY);
    await ranBefore('request-log', 'host:1', 3 * DAY);
    await forget();
    expect(await stateOf('retention-sweep')).toEqual({ state: 'late', processes: ['host:1'] });
    expect(await stateOf('request-log')).toEqual({ state: 'late', processes: ['host:1'] });
  });

  it('forgets processes that ended, but of each work the latest run', async () => {
    await ranBefore('retention-sweep', 'host:1', 4 * DAY);
    await ranBefore('retention-sweep', 'host:2', 3 * DAY);
    await ranBefore('retention-sweep', 'host:3', 2 * DAY);
    await ranBefore('request-log', 'host:4', 20 * MINUTE);
    await forget();
    const kept = await rows().find({ where: [{ name: 'retention-sweep' }, { process: 'host:4' }] });
    expect(kept.map(({ process }) => process).sort()).toEqual(['host:3', 'host:4']);
  });
});

it('a start continues from the last run of any process', async () => {
  const start = jest.spyOn(service.app.get(Background), 'start').mockReturnValue();
  await ranBefore('retention-sweep', 'host:1', 50 * MINUTE);
  await ranBefore('retention-sweep', 'host:2', 20 * MINUTE);
  await service.app.get(BackgroundRunsService).start();
  expect(start.mock.calls[0]?.[0]?.get('retention-sweep')).toEqual(new Date(now - 20 * MINUTE));
});
