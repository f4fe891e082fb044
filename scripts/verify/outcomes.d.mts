export interface Counts {
  readonly isPassed: boolean;
  readonly notice?: string;
  readonly passed: number;
  readonly failed: number;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

export type Outcome = Counts & { readonly name: string; readonly seconds: number; readonly state: string };

export class Outcomes {
  constructor(root: string, suites: readonly { readonly name: string }[]);

  pathOf(name: string, ending: string): string;

  with(state: string): Outcome[];

  keep(outcome: Outcome): void;
}

export function judge(
  suite: { readonly isJest?: boolean; readonly notices?: Readonly<Record<number, string>> },
  code: number,
  report?: Report,
): Counts;

export function tableOf(
  outcomes: readonly (Counts & { readonly name: string; readonly seconds: number })[],
): string[];
