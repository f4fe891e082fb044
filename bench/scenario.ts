import type { ParseArgsConfig } from 'node:util';

import type { Bench } from './support/bench.js';
import type { ReportRow } from './support/report.js';

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One thing that can be measured: `npm run bench -- <name>`. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Its own flags, besides those of every scenario. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  run(bench: Bench, values: Values): Promise<ReportRow[]>;
}
