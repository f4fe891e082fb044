import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { scenario } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { ReportRow } from '../support/report.js';
import { inRounds } from '../support/rounds.js';
import { median } from '../support/statistics.js';
import { Checkout, type Usage } from './checkout.js';

const ROOT = join(import.meta.dirname, '../..');

const STARTS: Readonly<Record<string, (checkout: Checkout) => Promise<Usage>>> = {
  help: (checkout) => checkout.command('help'),
  'tenant list': (checkout) => checkout.command('tenant', 'list'),
  'the service until it is ready': (checkout) => checkout.service(),
  'one unit file': (checkout) => checkout.unitFile(),
};

/** The other one has a database of its own: its tables may be older. */
async function checkoutOf(bench: Bench, folder: string, database: string): Promise<Checkout> {
  const dataDirectory = join(bench.directory, database);
  await mkdir(dataDirectory, { recursive: true });
  await bench.connect(database);
  return new Checkout(folder, { ...bench.serviceEnvironment(database), DATA_DIR: dataDirectory });
}

function rowOf(what: string, usages: readonly Usage[]): ReportRow {
  return {
    what,
    'CPU s': median(usages.map(({ cpuSeconds }) => cpuSeconds)),
    'peak MiB': median(usages.map((usage) => usage.peakMiB)),
  };
}

export const start = scenario({
  name: 'start',
  summary: 'What a command, the service and a unit file cost to start, in turns with another built checkout.',
  options: { against: '' },
  async run(bench, { against, rounds }) {
    const checkouts: [string, Checkout][] = [['', await checkoutOf(bench, ROOT, 'here')]];
    if (against !== '') checkouts.push([` (${against})`, await checkoutOf(bench, resolve(against), 'there')]);
    const measured = await inRounds('start', rounds, async (round) => {
      const usages: Record<string, Usage> = {};
      for (const [what, measure] of Object.entries(STARTS))
        for (const [whose, checkout] of round % 2 === 0 ? checkouts : checkouts.toReversed())
          usages[`${what}${whose}`] = await measure(checkout);
      return usages;
    });
    const rows = [...measured].map(([what, usages]) => rowOf(what, usages));
    return rows.sort((one, other) => indexOf(one.what) - indexOf(other.what));
  },
});

const indexOf = (what: string): number => Object.keys(STARTS).findIndex((name) => what.startsWith(name));
