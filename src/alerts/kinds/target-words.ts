/** A target system in a sentence; blank: items without one. */
export function targetInSentence(name: string): string {
  return name === '' ? 'items without a target system' : `the target system ${name}`;
}
