/** No stored text has this character. */
const NO_TEXT = '\u0001';

export function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** A part of a regular expression, of either kind of server, that means one of these texts. */
export function anyOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return escaped.length === 0 ? NO_TEXT : escaped.join('|');
}
