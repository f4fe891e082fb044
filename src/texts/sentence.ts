/** A moment that a sentence names, written in the zone of its readers. */
interface NamedMoment {
  /** ISO 8601 */
  readonly moment: string;
  readonly timeZone: string;
}

/** A number is grouped as its readers do it; an identifier, a year or a limit of a rule is a text. */
export type SentenceValue = string | number | NamedMoment | Sentence;

/**
 * A sentence of the service whose parts are kept, so that it can be written in each language. The English one is its
 * key in the other languages, as in the pages; `{name}` stands for a value. It is stored as JSON.
 */
export interface Sentence {
  readonly text: string;
  readonly values?: Readonly<Record<string, SentenceValue>>;
}

/** What a rule or a refusal says: a sentence without values is its text. */
export type Said = string | Sentence;

/** @param text a literal, which `test/texts.spec.ts` looks for in `es.ts` */
export function sentence(text: string, values?: Sentence['values']): Sentence {
  return values === undefined ? { text } : { text, values };
}

/** @param one for a count of 1; both have `{count}` */
export function counted(
  count: number,
  one: string,
  other: string,
  values: Readonly<Record<string, SentenceValue>> = {},
): Sentence {
  return { text: count === 1 ? one : other, values: { count, ...values } };
}

export function momentIn(timeZone: string, at: Date): NamedMoment {
  return { moment: at.toISOString(), timeZone };
}
