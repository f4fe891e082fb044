export interface Entry {
  readonly commit: string;
  readonly date: string;
  readonly tests: number;
  readonly seconds: number;
}

interface Suite {
  readonly name: string;
  readonly paths: readonly string[];
}

export function presentState(folder: string): Promise<{ commit: string; state: string; isClean: boolean }>;

export function affectedSuites(folder: string, suites: readonly Suite[]): Promise<Set<string>>;

export function addToRecord(folder: string, name: string, entry: Entry): void;
