import { parseArgs } from 'node:util';

import { progress } from './progress/scenario.js';
import { queue } from './queue/scenario.js';
import type { Scenario, Values } from './scenario.js';
import { Bench } from './support/bench.js';
import { printTable, writeJson } from './support/report.js';
import { users } from './users/scenario.js';

const SCENARIOS: readonly Scenario[] = [users, progress, queue];

function usage(): string {
  const lines = SCENARIOS.map(({ name, summary, options }) => {
    const flags = Object.keys(options).map((flag) => ` [--${flag} <n>]`);
    return `  ${name}${flags.join('')}\n      ${summary}`;
  });
  return `Usage: npm run bench -- <scenario> [--rounds 5] [--json <file>] [--keep]\n${lines.join('\n')}\n`;
}

function read(scenario: Scenario, argv: string[]): Values {
  return parseArgs({
    args: argv,
    options: {
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
      keep: { type: 'boolean', default: false },
      ...scenario.options,
    },
    strict: true,
  }).values;
}

async function main([name, ...argv]: string[]): Promise<number> {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) {
    process.stderr.write(usage());
    return 2;
  }
  const values = read(scenario, argv);
  const bench = await Bench.start(values['keep'] === true);
  // A second signal ends the process at once; the private server then stops with its last user's directory in place.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void bench.stop().finally(() => process.exit(130)));
  try {
    const rows = await scenario.run(bench, values);
    printTable(rows);
    if (typeof values['json'] === 'string') await writeJson(values['json'], scenario.name, rows);
    return 0;
  } finally {
    await bench.stop();
  }
}

process.exitCode = await main(process.argv.slice(2));
