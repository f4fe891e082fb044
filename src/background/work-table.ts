import { WORK, type WorkKind } from './work.js';

const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

/** Who does work of a kind, for people. */
export const WHO: Readonly<Record<WorkKind, string>> = {
  buffer: 'each process, from its memory',
  each: 'each process',
  one: 'one process of all',
};

/** A span of time in its largest whole unit. */
export function spanOf(ms: number): string {
  const [unit, name] = UNITS.find(([length]) => ms >= length && ms % length === 0) ?? [1, 'ms'];
  return `${ms / unit} ${name}`;
}

/** The list as a table in Markdown, for docs/background.md. */
export function workTable(): string {
  const rows = WORK.map(({ name, every, kind, lateAfter, does }) =>
    [`\`${name}\``, spanOf(every), WHO[kind], spanOf(lateAfter), does].join(' | '),
  );
  return ['Work | Every | By | Late after | What it does', '---|---|---|---|---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n');
}
