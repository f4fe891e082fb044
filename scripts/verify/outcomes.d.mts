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

export function judge(
  suite: { readonly isJest?: boolean; readonly notices?: Readonly<Record<number, string>> },
  code: number,
  report?: Report,
): Counts;

export function tableOf(
  outcomes: readonly (Counts & { readonly name: string; readonly seconds: number })[],
): string[];
