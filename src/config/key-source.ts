/** Where a server key is read from; the name of the variable is for messages. */
export type KeySource =
  | { readonly from: 'value'; readonly name: string; readonly value: string }
  | { readonly from: 'file'; readonly name: string; readonly path: string }
  | { readonly from: 'command'; readonly name: string; readonly words: readonly string[] };

export type KeyName = 'SERVER_KEY' | 'SERVER_KEY_PREVIOUS';
type KeyVariables = Partial<Record<KeyName | `${KeyName}_FILE` | `${KeyName}_COMMAND`, string | undefined>>;

export const SHORTEST_KEY = 32;

/** A word, or the parts of one: quoted texts, and characters that are neither blank nor a quote. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/**
 * The words of a command. Single and double quotes keep a word together; nothing else has a meaning, as no shell reads
 * it. Undefined when a quote is not closed, or there is no word.
 */
export function wordsOf(command: string): string[] | undefined {
  if (command.replace(WORD, '').trim() !== '') return undefined;
  const words = [...command.matchAll(WORD)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  return words.length === 0 || words[0] === '' ? undefined : words;
}

/** @returns where the key is, undefined when nothing is set, or a line that says what is wrong, without any value */
export function keySourceOf(variables: KeyVariables, name: KeyName): KeySource | string | undefined {
  const names = [name, `${name}_FILE`, `${name}_COMMAND`] as const;
  const [value, path, command] = names.map((one) => variables[one]);
  const given = names.filter((one) => variables[one] !== undefined);
  if (given.length > 1) return `${given.join(' and ')} are set; set one of them`;
  if (value !== undefined)
    return value.trim().length < SHORTEST_KEY
      ? `${name} must have at least ${SHORTEST_KEY} characters`
      : { from: 'value', name, value: value.trim() };
  if (path !== undefined) return { from: 'file', name: `${name}_FILE`, path };
  if (command === undefined) return undefined;
  const words = wordsOf(command);
  return words === undefined
    ? `${name}_COMMAND must be a program with its arguments, and each quote must be closed`
    : { from: 'command', name: `${name}_COMMAND`, words };
}
