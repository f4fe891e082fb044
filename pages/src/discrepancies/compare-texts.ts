/** Two texts, cut into what they share at both ends and what differs in the middle. */
export interface ComparedTexts {
  readonly start: string;
  readonly submitted: string;
  readonly recorded: string;
  readonly end: string;
}

/** The characters as a reader counts them, so that no accent or emoji is split. */
function characters(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const length = one.findIndex((character, index) => character !== other[index]);
  return length < 0 ? one.length : length;
}

export function compareTexts(submitted: string, recorded: string): ComparedTexts {
  const [one, other] = [characters(submitted), characters(recorded)];
  const start = sharedLength(one, other);
  const rest = [one.slice(start).reverse(), other.slice(start).reverse()] as const;
  const end = sharedLength(rest[0], rest[1]);
  const join = (part: readonly string[]): string => part.join('');
  return {
    start: join(one.slice(0, start)),
    submitted: join(one.slice(start, one.length - end)),
    recorded: join(other.slice(start, other.length - end)),
    end: end === 0 ? '' : join(one.slice(-end)),
  };
}
