import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../../support/service-process.js';

// The recorded cases, as clients/cases/README.md describes them.

/** Any text, but in all requests of the case with that name the same. */
export interface SameText {
  readonly same: string;
}

export type HeaderRule = string | null | SameText;

export interface ExpectedRequest {
  /** Method and path. */
  readonly call: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, HeaderRule>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly lines?: readonly unknown[];
}

export interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly lines?: readonly object[];
  readonly foreign?: boolean;
  readonly half?: boolean;
  readonly closed?: boolean;
  readonly lost?: boolean;
  readonly never?: boolean;
  readonly unreachable?: boolean;
}

export interface CaseExchange {
  /** Absent where no connection is made. */
  readonly request?: ExpectedRequest;
  readonly answer: GivenAnswer;
}

export interface Outcome {
  readonly tenantId?: string;
  readonly answer?: 'as answered' | Readonly<Record<string, unknown>>;
  readonly items?: 'as answered' | readonly unknown[];
  readonly nextSince?: string | null;
  readonly steps?: readonly object[];
  readonly rows?: readonly object[];
  readonly summary?: Readonly<Record<string, number>>;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly isRefusal?: boolean;
  readonly isRefused?: boolean;
  readonly waits?: readonly (readonly [number, number])[];
}

export interface Case {
  readonly name: string;
  readonly client?: {
    readonly retries?: number;
    readonly longestWaitMs?: number;
    readonly run?: string;
    readonly stampsEvents?: boolean;
    readonly path?: string;
  };
  readonly call: string;
  readonly arguments?: readonly unknown[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly takes?: number;
  readonly exchanges: readonly CaseExchange[];
  readonly outcome: Outcome;
}

const FOLDER = join(PROJECT_ROOT, 'clients/cases');

/** All cases, by the name of their file. */
export function readCases(): [string, Case[]][] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Case[],
    ]);
}
