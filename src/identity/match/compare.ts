import { distance } from 'fastest-levenshtein';

import { foldName, soundOf } from '../../users/model/names/name-key.js';
import type { Level, MatchField } from '../../config/match-model.js';

/** What is compared of a person; null where it is unknown. */
export interface Comparable {
  readonly firstName: string;
  readonly lastName: string;
  readonly middleInitial: string | null;
  readonly emailKey: string;
  readonly monthOfEntry: number | null;
  readonly yearOfEntry: number | null;
  readonly programId: string | null;
  readonly schoolProgram: string | null;
  /** The externalId that is sent, or those that find a stored person. */
  readonly numbers: readonly string[];
}

/** A person whose names are folded once, however many candidates they are compared with. */
export interface Folded extends Comparable {
  readonly first: string;
  readonly last: string;
}

/** The level of each field that both people have. */
export type Levels = { readonly [F in MatchField]?: Level<F> };

const CLOSE = 0.75;
const SOUNDS_CLOSE = 0.5;
/** A shorter beginning says little: "Jo" begins Joan and Joseph. */
const SHORTEST_BEGINNING = 3;
/** In a shorter number one other digit is another number. */
const SHORTEST_NUMBER = 5;
/** Two letters of a shorter name exchanged are another name: Ian and Ina. */
const SHORTEST_EXCHANGED = 4;

export function fold(person: Comparable): Folded {
  return { ...person, first: foldName(person.firstName), last: foldName(person.lastName) };
}

/** 1 for equal texts, 0 for texts without anything in common. */
export function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 1 : 1 - distance(one, other) / longest;
}

/** Whether both differ in two neighbours that are exchanged, and in nothing else. */
function isExchanged(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const differing = [...one].flatMap((character, index) => (character === other[index] ? [] : [index]));
  const [at = 0, next] = differing;
  return differing.length === 2 && next === at + 1 && one[at] === other[next] && one[next] === other[at];
}

function begins(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return longer.startsWith(shorter) && (shorter.length === 1 || shorter.length >= SHORTEST_BEGINNING);
}

function nameLevel(one: string, other: string): 'same' | 'sounds' | 'close' | 'different' {
  if (one === other) return 'same';
  const alike = similarity(one, other);
  if (alike >= SOUNDS_CLOSE && soundOf(one) === soundOf(other)) return 'sounds';
  const isSlip = one.length >= SHORTEST_EXCHANGED && isExchanged(one, other);
  return alike >= CLOSE || isSlip ? 'close' : 'different';
}

function firstNameLevel(one: string, other: string): Level<'firstName'> {
  const level = nameLevel(one, other);
  return level !== 'same' && begins(one, other) ? 'begins' : level;
}

/** Whether the last name of each is the first name of the other, in about the same spelling. */
function areSwapped(sent: Folded, stored: Folded): boolean {
  if (sent.first === sent.last) return false;
  const levels = [nameLevel(sent.first, stored.last), nameLevel(sent.last, stored.first)];
  return levels.includes('same') && !levels.includes('different');
}

/** A name without any letter, such as a dash, is unknown. */
function namesOf(sent: Folded, stored: Folded): Levels {
  const known = (one: string, other: string): boolean => one !== '' && other !== '';
  const straight = {
    ...(known(sent.last, stored.last) ? { lastName: nameLevel(sent.last, stored.last) } : {}),
    ...(known(sent.first, stored.first) ? { firstName: firstNameLevel(sent.first, stored.first) } : {}),
  };
  const agrees = straight.lastName === 'same' || straight.firstName === 'same';
  return !agrees && areSwapped(sent, stored) ? { name: 'swapped' } : straight;
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '');
}

function emailLevel(one: string, other: string): Level<'email'> {
  if (one === other) return 'same';
  const [local, otherLocal] = [one, other].map((key) => key.slice(0, key.lastIndexOf('@')));
  if (local === undefined || otherLocal === undefined) return 'different';
  if (local === otherLocal) return 'localPart';
  // Two people of one name are distinguished by a number: jsmith1, jsmith2.
  if (digitsOf(local) !== digitsOf(otherLocal)) return 'different';
  return similarity(local, otherLocal) >= CLOSE ? 'close' : 'different';
}

function entryOf(sent: Comparable, stored: Comparable): Level<'entry'> | undefined {
  const [year, otherYear] = [sent.yearOfEntry, stored.yearOfEntry];
  if (year === null || otherYear === null) return undefined;
  const [month, otherMonth] = [sent.monthOfEntry, stored.monthOfEntry];
  if (year === otherYear) return month !== null && month === otherMonth ? 'same' : 'year';
  return Math.abs(year - otherYear) === 1 ? 'near' : 'different';
}

function programOf(sent: Comparable, stored: Comparable): Level<'program'> | undefined {
  const same = (one: string, other: string): Level<'program'> => (one === other ? 'same' : 'different');
  if (sent.programId !== null && stored.programId !== null) return same(sent.programId, stored.programId);
  if (sent.schoolProgram === null || stored.schoolProgram === null) return undefined;
  return same(foldName(sent.schoolProgram), foldName(stored.schoolProgram));
}

/** One character mistyped, left out or added, or two neighbours exchanged. */
function isSlip(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < SHORTEST_NUMBER) return false;
  return distance(one, other) <= 1 || isExchanged(one, other);
}

function numberOf(sent: Comparable, stored: Comparable): Level<'number'> | undefined {
  const [number] = sent.numbers;
  if (number === undefined || stored.numbers.length === 0) return undefined;
  if (stored.numbers.includes(number)) return 'same';
  return stored.numbers.some((other) => isSlip(number, other)) ? 'close' : 'different';
}

function initialOf(sent: Comparable, stored: Comparable): Level<'middleInitial'> | undefined {
  if (sent.middleInitial === null || stored.middleInitial === null) return undefined;
  return foldName(sent.middleInitial) === foldName(stored.middleInitial) ? 'same' : 'different';
}

/** Compares two people field by field. A field that one of them lacks says nothing, and has no level. Pure. */
export function compare(sent: Folded, stored: Folded): Levels {
  const [middleInitial, entry, program, number] = [
    initialOf(sent, stored),
    entryOf(sent, stored),
    programOf(sent, stored),
    numberOf(sent, stored),
  ];
  return {
    ...namesOf(sent, stored),
    email: emailLevel(sent.emailKey, stored.emailKey),
    ...(middleInitial === undefined ? {} : { middleInitial }),
    ...(entry === undefined ? {} : { entry }),
    ...(program === undefined ? {} : { program }),
    ...(number === undefined ? {} : { number }),
  };
}
