import { distance } from 'fastest-levenshtein';

/** A longer word is no slip of a name. */
const LONGEST = 64;

/**
 * The known word that a mistyped one probably means, without regard to case: at most a third of its letters differ.
 * @returns undefined when none is near
 */
export function nearMiss<Word extends string>(typed: string, known: readonly Word[]): Word | undefined {
  const small = typed.trim().toLowerCase();
  if (small === '' || small.length > LONGEST) return undefined;
  return known
    .map((word) => ({ word, steps: distance(small, word.toLowerCase()) }))
    .filter(({ word, steps }) => steps <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.steps - b.steps)[0]?.word;
}
