import { StartupProblem, StartupProblems } from '../../errors/startup-problem.js';

/** `problem`: the service would not start, or not become ready. `warning`: it works, but not as it should. */
export type State = 'ok' | 'warning' | 'problem' | 'not checked';

/** What one check found. */
export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly found: string;
  /** What the operator does about it; undefined where nothing is to be done, or `found` says it. */
  readonly remedy?: string | undefined;
}

export function ok(check: string, found: string): Finding {
  return { check, state: 'ok', found };
}

export function warning(check: string, found: string, remedy?: string): Finding {
  return { check, state: 'warning', found, remedy };
}

export function problem(check: string, found: string, remedy?: string): Finding {
  return { check, state: 'problem', found, remedy };
}

export function notChecked(check: string, found: string): Finding {
  return { check, state: 'not checked', found };
}

/** The findings about an error that an operator can correct; any other error is thrown. */
export function findingsOf(
  check: string,
  error: unknown,
  state: 'warning' | 'problem' = 'problem',
): readonly Finding[] {
  if (error instanceof StartupProblems) return error.problems.flatMap((one) => findingsOf(check, one, state));
  if (error instanceof StartupProblem) return [{ check, state, found: error.found, remedy: error.remedy }];
  throw error;
}

/** Size in the unit that an operator reads. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power] ?? ''}`;
}
