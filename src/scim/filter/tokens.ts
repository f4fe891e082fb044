/** More are no search for people; a filter of so many takes a millisecond to read. */
const MOST_TOKENS = 1000;

export type Token =
  | { readonly kind: '(' | ')' | '[' | ']' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'word'; readonly value: string };

const NEXT = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/**
 * Takes a filter or a path apart.
 * @param fail throws, with a clause that says what is wrong
 */
export function tokensOf(source: string, fail: (problem: string) => never): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  NEXT.lastIndex = 0;
  while (NEXT.lastIndex < end) {
    const at = NEXT.lastIndex;
    const [, bracket, quoted, word = ''] = NEXT.exec(source) ?? fail(`unexpected text at position ${at}`);
    if (tokens.length === MOST_TOKENS) fail(`it has more than ${MOST_TOKENS} words`);
    if (bracket !== undefined) tokens.push({ kind: bracket as '(' | ')' | '[' | ']' });
    else if (quoted === undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'text', value: textOf(quoted, at, fail) });
  }
  return tokens;
}

/** A quoted text is a text of JSON. */
function textOf(quoted: string, at: number, fail: (problem: string) => never): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return fail(`the text at position ${at} is not a text of JSON`);
  }
}
