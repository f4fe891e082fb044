import type { DestinationStream } from 'pino';

const RED = 31;
const YELLOW = 33;
const GREY = 90;
const COLOURS: Readonly<Record<string, number>> = { fatal: RED, error: RED, warn: YELLOW };
/** Control characters of a caller would move the cursor: a value with one, or with a space, is written as JSON. */
const PLAIN = /^[^\s"=\p{C}]+$/u;

type Line = Readonly<Record<string, unknown>>;

function shown(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}

function paint(text: string, colour: number | undefined): string {
  return colour === undefined ? text : `\u001b[${colour}m${text}\u001b[0m`;
}

/** A request reads like a line of an access log; any other line begins with its message. */
function headOf({ msg, method, route, status, ms }: Line): { head: string; shownNames: readonly string[] } {
  if (msg !== 'request') return { head: typeof msg === 'string' ? msg : '', shownNames: ['msg'] };
  const head = `${String(method)} ${String(route)} ${String(status)} ${String(ms)} ms`;
  return { head, shownNames: ['msg', 'method', 'route', 'status', 'ms', 'context'] };
}

/**
 * A line of the log for a person: time of day in UTC, level, what happened, and the rest by name.
 * @param json one line, as pino writes it
 */
export function prettyLine(json: string, hasColours: boolean): string {
  const line = JSON.parse(json) as Line;
  const level = String(line['level']);
  const { head, shownNames } = headOf(line);
  const known = new Set(['time', 'level', ...shownNames]);
  const rest = Object.entries(line).flatMap(([name, value]) =>
    known.has(name) ? [] : [`${name}=${shown(value)}`],
  );
  const colour = (wanted: number | undefined): number | undefined => (hasColours ? wanted : undefined);
  const parts = [
    paint(String(line['time']).slice(11, 23), colour(GREY)),
    paint(level.toUpperCase().padEnd(5), colour(COLOURS[level])),
    head,
    ...(rest.length === 0 ? [] : [paint(rest.join(' '), colour(GREY))]),
  ];
  return `${parts.join(' ')}\n`;
}

/** The output on a terminal; each line is written at once. */
export function prettyOutput(terminal: NodeJS.WriteStream): DestinationStream {
  const hasColours = terminal.hasColors();
  return {
    write(json) {
      terminal.write(prettyLine(json, hasColours));
    },
  };
}
