import { visit } from 'jsonc-parser';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** The members of all objects of a JSON text: each has one colon outside texts. */
function membersIn(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === COLON) members += 1;
    else if (character === QUOTE) at = endOfText(text, at);
  }
  return members;
}

/** The place of the quote that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

/** The same of the value; not recursive, as a body may nest deeper than the stack. */
function membersOf(value: unknown): number {
  let members = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children: unknown[] = Object.values(next);
    if (!Array.isArray(next)) members += children.length;
    for (const child of children) if (typeof child === 'object' && child !== null) waiting.push(child);
  }
  return members;
}

/** Such as `members[0].role`. */
function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('');
}

/** A key of an object, and its line, from 1. */
export interface RepeatedKey {
  readonly path: string;
  readonly line: number;
}

/**
 * The first key that an object has twice, of which parsers keep one value without a word; undefined when each stands
 * once.
 * @param text JSON, and `value` what it was parsed to
 */
export function repeatedKey(text: string, value: unknown): RepeatedKey | undefined {
  if (membersIn(text) === membersOf(value)) return undefined;
  const keys: Set<string>[] = [];
  let found: RepeatedKey | undefined;
  const look = (): void => {
    visit(text, {
      onObjectBegin: () => void keys.push(new Set()),
      onObjectEnd: () => void keys.pop(),
      onObjectProperty: (name, offset, length, line, character, path) => {
        const known = keys.at(-1);
        if (known?.has(name) === true) found ??= { path: pathOf([...path(), name]), line: line + 1 };
        known?.add(name);
      },
    });
  };
  try {
    look();
  } catch (error) {
    // The document nests deeper than the stack; it is refused all the same.
    if (!(error instanceof RangeError)) throw error;
  }
  return found ?? { path: 'body', line: 1 };
}
