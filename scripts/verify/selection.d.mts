export interface Wish {
  readonly names: readonly string[];
  readonly affected?: boolean;
  readonly from?: string;
  readonly list?: boolean;
  readonly resume?: boolean;
}

interface Named {
  readonly name: string;
}

export function readWords(words: readonly string[]): Wish;

export function choose<T extends Named>(
  suites: readonly T[],
  wish: Wish,
  known: { readonly affected: ReadonlySet<string>; readonly passed: ReadonlySet<string> },
): T[];

export function isAffected(
  suite: { readonly paths: readonly string[] },
  changed: readonly string[] | undefined,
): boolean;
