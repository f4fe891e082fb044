/** A key in a sentence, by its label: recipients of messages know no IDs. */
export function keyInSentence(apiKey: string, labels: ReadonlyMap<string, string>): string {
  const label = labels.get(apiKey);
  return label === undefined ? `API key ${apiKey}` : `API key “${label}” (${apiKey})`;
}
