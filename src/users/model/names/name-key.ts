import type { User } from '../user.entity.js';

/** What a name key is made of. */
export type NamedPerson = Pick<User, 'firstName' | 'lastName' | 'monthOfEntry' | 'yearOfEntry'>;

/** The parts of a name key, in the order of its bytes. */
export interface NameKeyParts {
  /** A hash of the sound of the last name and of the first sound of the first name. */
  readonly block: number;
  /** The month of entry, counted; 0 when it is unknown. */
  readonly entry: number;
  /** A short hash of the sound of the first name. */
  readonly first: number;
}

export const LARGEST_ENTRY = 0xffff;
export const LARGEST_FIRST = 0xffff;
const EARLIEST_YEAR = 1900;
/** Where only the year is known. */
const MIDDLE_OF_YEAR = 6;
/** A longer sound would separate more misspellings from their names than it separates people. */
const SOUNDS = 3;

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const COMBINING = /[\u0300-\u036f]/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu;
/** Letters that Unicode does not take apart. */
const LATIN = new Map(
  Object.entries({ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ı: 'i' }),
);
const LATIN_LETTERS = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'g');

/** A name without case, accents, spaces and punctuation. */
export function foldName(name: string): string {
  const lower = name.toLowerCase();
  if (ASCII_ONLY.test(name)) return lower.replace(/[^a-z0-9]+/g, '');
  return lower
    .normalize('NFKD')
    .replace(COMBINING, '')
    .replace(LATIN_LETTERS, (letter) => LATIN.get(letter) ?? letter)
    .replace(NEITHER_LETTER_NOR_DIGIT, '');
}

/** The sound of a consonant where no rule of {@link consonantAt} says otherwise. */
const SOUND_OF: Readonly<Record<string, string>> = { c: 'k', q: 'k', x: 'k', z: 's', v: 'f', w: 'f' };
const SILENT_AT_FIRST = /^(?:[kgp]n|ps|wr)/;

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiouy'.includes(letter);
}

function softens(letter: string | undefined): boolean {
  return letter === 'e' || letter === 'i' || letter === 'y';
}

/** The sound of the consonant at this place, and how many letters spell it. */
function consonantAt(name: string, index: number): readonly [sound: string, letters: number] {
  const letter = name.charAt(index);
  const next = name[index + 1];
  switch (letter) {
    case 'h':
      return ['', 1];
    case 'p':
      return next === 'h' ? ['f', 2] : ['p', 1];
    case 's':
      return name.startsWith('ch', index + 1) ? ['s', 3] : ['s', 1];
    case 'd':
      if (next === 't') return ['t', 2];
      return next === 'g' ? ['j', 2] : ['d', 1];
    case 't':
      return name.startsWith('ch', index + 1) ? ['s', 3] : ['t', 1];
    case 'c':
      if (next === 'z' || (next === 'h' && softensOrEnds(name[index + 2]))) return ['s', 2];
      return softens(next) ? ['s', 1] : ['k', 1];
    case 'g':
      if (next === 'h' && !isVowel(name[index + 2])) return ['', 2];
      return softens(next) ? ['j', 1] : ['g', 1];
    default:
      return [SOUND_OF[letter] ?? letter, 1];
  }
}

function softensOrEnds(letter: string | undefined): boolean {
  return letter === undefined || isVowel(letter);
}

/**
 * How a folded name sounds, roughly: its first consonants, spelled in one way. A name that is not in Latin letters is
 * its own sound. Called for each new person; regular expressions for each rule took three times as long.
 */
export function soundOf(folded: string): string {
  if (!/^[a-z]+$/.test(folded)) return folded;
  let index = SILENT_AT_FIRST.test(folded) ? 1 : 0;
  let sounds = '';
  while (index < folded.length && sounds.length < SOUNDS) {
    if (isVowel(folded[index])) {
      if (sounds === '') sounds = 'a';
      index += 1;
      continue;
    }
    const [sound, letters] = consonantAt(folded, index);
    if (!sounds.endsWith(sound) || sounds === '') sounds += sound;
    index += letters;
  }
  return sounds === '' ? folded : sounds;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function entryOf({ monthOfEntry, yearOfEntry }: NamedPerson): number {
  if (yearOfEntry === null) return 0;
  const months = (yearOfEntry - EARLIEST_YEAR) * 12 + (monthOfEntry ?? MIDDLE_OF_YEAR);
  return Math.min(Math.max(months, 1), LARGEST_ENTRY - 1);
}

/**
 * The parts of a person's name key. After a change of what they say about a name, the keys of stored people must be
 * computed anew.
 */
export function nameKeyPartsOf(person: NamedPerson): NameKeyParts {
  const first = soundOf(foldName(person.firstName));
  const last = soundOf(foldName(person.lastName));
  return {
    block: hashOf(`${last}|${first.slice(0, 1)}`),
    entry: entryOf(person),
    first: hashOf(first) & LARGEST_FIRST,
  };
}

/** Of a name in another script each exchange sounds different. */
const MOST_TRANSPOSED = 8;

function transpositionsOf(name: string): string[] {
  const letters = [...foldName(name)];
  return letters.slice(1).map((letter, index) => {
    const before = letters.slice(0, index).join('');
    return before + letter + (letters[index] ?? '') + letters.slice(index + 2).join('');
  });
}

/** The parts of the person's name with two neighbouring letters exchanged, where that stands in another block. */
export function transposedKeyPartsOf(person: NamedPerson): NameKeyParts[] {
  const spellings = [
    ...transpositionsOf(person.lastName).map((lastName) => ({ ...person, lastName })),
    ...transpositionsOf(person.firstName).map((firstName) => ({ ...person, firstName })),
  ];
  const blocks = new Map<number, NameKeyParts>();
  for (const spelling of spellings.map(nameKeyPartsOf)) blocks.set(spelling.block, spelling);
  blocks.delete(nameKeyPartsOf(person).block);
  return [...blocks.values()].slice(0, MOST_TRANSPOSED);
}

/** The bytes of a name key; people with equal blocks stand together, in the order of their entry. */
export function nameKeyFrom({ block, entry, first }: NameKeyParts): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt32BE(block, 0);
  key.writeUInt16BE(entry, 4);
  key.writeUInt16BE(first, 6);
  return key;
}

/** The key by which people are found whose names sound alike; see `users.nameKey`. */
export function nameKeyOf(person: NamedPerson): Buffer {
  return nameKeyFrom(nameKeyPartsOf(person));
}
