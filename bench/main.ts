import { parseArgs, type ParseArgsConfig } from 'node:util';

import { background } from './background/scenario.js';
import { changes } from './changes/scenario.js';
import { claims } from './claims/scenario.js';
import { files } from './files/scenario.js';
import { growth } from './growth/scenario.js';
import { match } from './match/scenario.js';
import { pages } from './pages/scenario.js';
import { progress } from './progress/scenario.js';
import { queue } from './queue/scenario.js';
import { refusals } from './refusals/scenario.js';
import { sandboxes } from './sandboxes/scenario.js';
import { scim } from './scim/scenario.js';
import { sizing } from './sizing/scenario.js';
import { soak } from './soak/scenario.js';
import type { Scenario, Values } from './scenario.js';
import { start } from './start/scenario.js';
import { Bench } from './support/bench.js';
import { printTable, type ReportRow, writeJson } from './support/report.js';
import { users } from './users/scenario.js';

/** The scenarios that run when none is named. */
const ALL: readonly Scenario[] = [users, scim, progress, changes, queue, claims];
const SCENARIOS: readonly Scenario[] = [
  ...ALL,
  background,
  files,
  growth,
  match,
  pages,
  refusals,
  sandboxes,
  sizing,
  soak,
  start,
];

function usage(): string {
  const flagsOf = ({ options }: Scenario): string =>
    Object.entries(options)
      .map(([flag, value]) => ` [--${flag}${value === false ? '' : ` ${String(value) || '…'}`}]`)
      .join('');
  const lines = SCENARIOS.map((one) => `  ${one.name}${flagsOf(one)}\n      ${one.summary}`);
  return (
    'Usage: npm run bench [-- <scenario>] [--rounds 3] [--json <file>] [--keep]\n' +
    `Without a scenario: ${ALL.map(({ name }) => name).join(', ')}, in one table.\n${lines.join('\n')}\n`
  );
}

type Flag = NonNullable<ParseArgsConfig['options']>[string];

function flagOf([name, value]: [string, Scenario['options'][string]]): [string, Flag] {
  return typeof value === 'boolean'
    ? [name, { type: 'boolean', default: value }]
    : [name, { type: 'string', default: String(value) }];
}

/** @returns undefined for a flag that there is not */
function read(scenarios: readonly Scenario[], args: string[]): Values | undefined {
  const own = scenarios.flatMap(({ options }) => Object.entries(options).map(flagOf));
  const common = {
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args, options: { ...common, ...Object.fromEntries(own) } }).values;
  } catch {
    return undefined;
  }
}

let running: Bench | undefined;

/** Runs scenarios on a database server of their own. */
async function run(scenario: Scenario, values: Values): Promise<ReportRow[]> {
  running = await Bench.start(values['keep'] === true);
  try {
    return await scenario.run(running, values);
  } finally {
    await running.stop();
  }
}

async function main(argv: string[]): Promise<number> {
  const [name = '--'] = argv;
  const isNamed = !name.startsWith('--');
  const scenarios = isNamed ? SCENARIOS.filter((one) => one.name === name) : ALL;
  const values = read(scenarios, isNamed ? argv.slice(1) : argv);
  if (scenarios.length === 0 || values === undefined) {
    process.stderr.write(usage());
    return 2;
  }
  // A second signal ends the process at once; the data of the private server then stays.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void running?.stop().finally(() => process.exit(130)));
  const rows: ReportRow[] = [];
  try {
    for (const scenario of scenarios) rows.push(...(await run(scenario, values)));
    return 0;
  } finally {
    // Includes what was measured before a scenario failed.
    if (rows.length > 0) printTable(rows);
    if (rows.length > 0 && typeof values['json'] === 'string') await writeJson(values['json'], values, rows);
  }
}

process.exitCode = await main(process.argv.slice(2));
