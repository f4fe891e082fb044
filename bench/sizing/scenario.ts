import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { scenario } from '../scenario.js';
import { BULK_PATH } from '../growth/place.js';
import { personAt } from '../growth/population.js';
import type { Bench } from '../support/bench.js';
import { costOf } from '../support/cost.js';
import { peakMiB, residentMiB } from '../support/process-usage.js';
import { type ReportRow, reportRow } from '../support/report.js';
import type { Person } from '../users/people.js';

const MIB = 1024 ** 2;
/** On an ordinary night one person of a hundred has changed. */
const CHANGED_EVERY = 100;

/** Who stands in the file of this night; night 1 has the people for the first time. */
function* fileOf(size: number, night: number): Generator<Person> {
  for (let index = 0; index < size; index += 1)
    yield personAt(index, night > 1 && index % CHANGED_EVERY === 0 ? night : 1);
}

function mebibytesIn(folder: string, isCounted: (file: string) => boolean): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCounted);
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / MIB;
}

/** What a university of so many people needs: its first file, and the nights after it. */
async function measureSize(bench: Bench, size: number, nights: number): Promise<ReportRow[]> {
  const databaseName = `people_${size}`;
  const service = await bench.startService(databaseName);
  const { client } = await bench.createTenant(service, 'Northern', databaseName);
  const target = { pid: service.pid, databasePid: bench.databasePid };
  const send = (night: number): ReturnType<typeof costOf> =>
    costOf(target, size, async () => {
      const began = performance.now();
      await client.bulk(BULK_PATH, fileOf(size, night));
      const ms = performance.now() - began;
      return { ms: [ms], seconds: ms / 1000 };
    });
  const more = (): Record<string, number> => ({
    'most memory of the service, MiB': peakMiB(service.pid),
    'memory of the database, MiB': residentMiB(bench.databasePid),
    'tables, MiB': mebibytesIn(join(bench.directory, 'mysql/data', databaseName), () => true),
    'redo log, MiB': mebibytesIn(join(bench.directory, 'mysql/data'), (file) => /redo|ib_logfile/.test(file)),
  });
  const name = `${size.toLocaleString('en-US')} people`;
  const first = reportRow(`${name}: first file`, [{ service: await send(1) }], more());
  const costs = [];
  for (let night = 2; night < 2 + nights; night += 1) costs.push({ service: await send(night) });
  const later = reportRow(`${name}: a night, 1 % changed`, costs, more());
  await service.stop();
  return [first, later];
}

export const sizing = scenario({
  name: 'sizing',
  summary:
    'What a university needs: time, CPU, memory and disk of its first file and of the nights after it.',
  options: { sizes: [10_000, 100_000, 1_000_000] },
  async run(bench, { sizes, rounds }) {
    const rows: ReportRow[] = [];
    for (const size of sizes) rows.push(...(await measureSize(bench, size, rounds)));
    return rows;
  },
});
