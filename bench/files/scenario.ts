import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { students } from '../progress/people.js';
import { scenario } from '../scenario.js';
import type { Tenant } from '../support/bench.js';
import { type Comparison, costOf, type Load, takeTurns, type Target } from '../support/cost.js';
import { runCli } from '../support/new-tenant.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { workbookOf } from './workbook.js';

const BULK = '/api/v1/integration/users/bulk';
const FORMATS = ['ndjson', 'csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

/** A university whose file was sent before, so that all of its people are unchanged. */
interface Stage {
  readonly format: Format;
  readonly tenant: Tenant;
  readonly file: string;
}

const cellOf = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`;

function contentOf(format: Format, people: Iterable<object>): Readable {
  return Readable.from(format === 'xlsx' ? workbookOf(people) : linesOf(format, people));
}

function* linesOf(format: Exclude<Format, 'xlsx'>, people: Iterable<object>): Generator<string> {
  let isFirst = true;
  for (const person of people) {
    if (format === 'csv' && isFirst) yield `${Object.keys(person).join(',')}\n`;
    isFirst = false;
    yield format === 'csv'
      ? `${Object.values(person).map(cellOf).join(',')}\n`
      : `${JSON.stringify(person)}\n`;
  }
}

async function timed(work: () => Promise<unknown>): Promise<Load> {
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  return { ms: [ms], seconds: ms / 1000 };
}

/** @throws {Error} unless the command has said so of all people */
async function feed(address: string, { tenant, file }: Stage, kind: string, people: number): Promise<void> {
  const { headers } = tenant;
  const key = [
    '--key',
    headers['X-Service-API-Key'] ?? '',
    '--secret',
    headers['X-Service-API-Secret'] ?? '',
  ];
  const summary = await runCli(process.env, ['feed', file, '--url', address, ...key]);
  if (Number(summary[kind]) !== people) throw new Error(`${file}: ${JSON.stringify(summary)}`);
}

async function prepare(
  address: string,
  folder: string,
  people: number,
  tenants: readonly Tenant[],
): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const [place, format] of FORMATS.entries()) {
    const file = join(folder, `people.${format}`);
    await pipeline(contentOf(format, students(people)), createWriteStream(file));
    const tenant = tenants[place];
    if (tenant === undefined) throw new Error('Each format has a university');
    const stage = { format, tenant, file };
    process.stderr.write(`Sending ${people} people as ${format}.\n`);
    await feed(address, stage, 'inserted', people);
    // The texts of rows are remembered when they have changed nothing.
    await feed(address, stage, 'unchanged', people);
    stages.push(stage);
  }
  return stages;
}

export const files = scenario({
  name: 'files',
  summary: 'Files of unchanged people through the command, with its start, against the bulk call itself.',
  options: { lines: 200_000 },
  async run(bench, { rounds, lines }): Promise<ReportRow[]> {
    const service = await bench.startService();
    const tenants = [
      await bench.createTenant(service, 'Lines'),
      await bench.createTenant(service, 'Columns'),
      await bench.createTenant(service, 'Sheets'),
    ];
    const folder = await mkdtemp(join(tmpdir(), 'files-'));
    const target: Target = { pid: service.pid, databasePid: bench.databasePid };
    try {
      const stages = await prepare(service.address, folder, lines, tenants);
      const [{ tenant }] = stages as [Stage];
      const bulk = (): Promise<Load> => timed(() => tenant.client.bulk(BULK, students(lines)));
      const found = new Map<Format, Comparison[]>(FORMATS.map((format) => [format, []]));
      for (let round = 1; round <= rounds; round += 1)
        for (const stage of stages)
          found.get(stage.format)?.push(
            await takeTurns(round, {
              service: () =>
                costOf(target, lines, () => timed(() => feed(service.address, stage, 'unchanged', lines))),
              limit: () => costOf(target, lines, bulk),
            }),
          );
      const size = lines.toLocaleString('en-US');
      return FORMATS.map((format) =>
        reportRow(`file, ${size} unchanged people as ${format}`, found.get(format) ?? []),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});
