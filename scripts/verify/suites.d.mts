export const SUITES: readonly {
  readonly name: string;
  readonly run: readonly string[];
  readonly isJest?: boolean;
  readonly covers: string;
  readonly paths: readonly string[];
  readonly notices?: Readonly<Record<number, string>>;
  readonly env?: Readonly<Record<string, string>>;
}[];
