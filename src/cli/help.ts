import type { Command } from './command.js';

const WIDTH = 100;
const PROGRAM = 'npm run -s cli --';

/**
 * The text, broken before options and remarks where a line would be too long.
 * @param lineBreak what stands between two lines
 */
function wrapped(text: string, lineBreak: string): string {
  const lines: string[] = [];
  for (const part of text.split(/ +(?=\[|--|\()/)) {
    const longer = `${lines.at(-1) ?? ''} ${part}`;
    if (lines.length > 0 && longer.length <= WIDTH) lines.splice(-1, 1, longer);
    else lines.push(part);
  }
  return lines.join(lineBreak);
}

/** What `--help` says of a command: one screen of 24 lines, with an example that a shell takes as it is. */
export function helpOf({ usage, does, example }: Command): string {
  return [
    wrapped(`Usage: ${PROGRAM} ${usage} [--json]`, '\n    '),
    does,
    wrapped(`Example: ${PROGRAM} ${example}`, ' \\\n    '),
  ].join('\n\n');
}
