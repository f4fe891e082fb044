import type { FieldFoundWordsDto, FileHeadDto, FileWordsDto, FoundWordDto } from '../api/openapi';
import type { Meaning, OwnMapping, Words } from './mapping-rules';
import { withWords } from './mapping-rules';

/** What the mapping says of a word, whatever its case; undefined when it says nothing. */
export function chosenMeaning(chosen: Words, word: string): Meaning | undefined {
  const key = word.toLowerCase();
  return Object.entries(chosen).find(([one]) => one.toLowerCase() === key)?.[1];
}

/** The words with another meaning for this one; none when it is undefined. */
export function withMeaning(chosen: Words, word: string, meaning: Meaning | undefined): Words {
  const key = word.toLowerCase();
  const others = Object.entries(chosen).filter(([one]) => one.toLowerCase() !== key);
  return Object.fromEntries(meaning === undefined ? others : [...others, [word, meaning]]);
}

/** Whether the rows with the word are refused. */
export function isOpen({ word, isKnown }: FoundWordDto, chosen: Words): boolean {
  return !isKnown && chosenMeaning(chosen, word) === undefined;
}

/** How many words of the columns that are sent have no meaning yet. */
export function openWordsOf(words: FileWordsDto, head: FileHeadDto, mapping: OwnMapping): number {
  const filled = new Set(head.columns.flatMap(({ targets }) => targets.flatMap(({ fields }) => fields)));
  return words.fields
    .filter(({ field }) => filled.has(field))
    .flatMap(({ field, words: found }) => found.filter((one) => isOpen(one, mapping.values?.[field] ?? {})))
    .length;
}

/** The words of a field that are open and have a likely meaning. */
export function proposedWords(
  { field, words }: FieldFoundWordsDto,
  mapping: OwnMapping,
): readonly FoundWordDto[] {
  return words.filter((one) => isMeaning(one.likely) && isOpen(one, mapping.values?.[field] ?? {}));
}

/** The mapping in which every open word has its likely meaning. */
export function withLikelyMeanings(mapping: OwnMapping, { fields }: FileWordsDto): OwnMapping {
  return fields.reduce((before, found) => {
    const chosen = proposedWords(found, before).reduce<Words>(
      (words, { word, likely }) => (isMeaning(likely) ? withMeaning(words, word, likely) : words),
      before.values?.[found.field] ?? {},
    );
    return chosen === before.values?.[found.field] || Object.keys(chosen).length === 0
      ? before
      : withWords(before, found.field, chosen);
  }, mapping);
}

function isMeaning(value: unknown): value is string | boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}
