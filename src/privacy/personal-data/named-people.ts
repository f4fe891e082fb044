import { emailKeyOf } from '../../users/model/user-ids.js';
import type { Subject } from './personal-table.js';

/** A shorter number stands in too many texts that are about something else. */
const SHORTEST_IN_TEXT = 4;
const WORD = /[\p{L}\p{N}]+/gu;
const WITHIN_WORD = /^[\p{L}\p{N}]/u;
/** What may stand before an @, so that `ann@` is not found in `joe.ann@`. */
const WITHIN_ADDRESS = /[._+-]/;

/** What may name a person in an entry of the request log. */
export interface LoggedTexts {
  readonly path: string | null;
  readonly actor: string | null;
  readonly answer: string | null;
}

/** A number or an address, to be found in a text by its first word. */
interface TextKey {
  readonly subject: Subject;
  readonly key: string;
  /** Where the first word begins. */
  readonly offset: number;
  readonly isAddress: boolean;
}

/** A word of both cases, since addresses are compared without them. */
const indexed = (word: string): string => word.toLowerCase();

/**
 * Finds which of some people an entry of the request log names, or who of them has caused it. Numbers are compared
 * exactly (contract, 2.3), addresses without case. It takes as long for many people as for one.
 */
export class NamedPeople {
  private readonly actors = new Map<string, Subject>();
  private readonly segments = new Map<string, Subject[]>();
  private readonly words = new Map<string, TextKey[]>();

  constructor(people: readonly Subject[]) {
    for (const subject of people) {
      this.actors.set(`admin:${subject.userId}`, subject);
      for (const number of subject.numbers) {
        addTo(this.segments, number, subject);
        this.addText(subject, number, false);
      }
      for (const email of subject.emails) this.addText(subject, emailKeyOf(email), true);
    }
  }

  in({ path, actor, answer }: LoggedTexts): ReadonlySet<Subject> {
    const found = new Set<Subject>();
    const caller = actor === null ? undefined : this.actors.get(actor);
    if (caller !== undefined) found.add(caller);
    for (const segment of segmentsOf(path ?? ''))
      for (const subject of this.segments.get(segment) ?? []) found.add(subject);
    if (answer !== null) for (const subject of this.inText(answer)) found.add(subject);
    return found;
  }

  private *inText(text: string): Generator<Subject> {
    const folded = foldedOf(text);
    for (const { 0: word, index } of text.matchAll(WORD))
      for (const { subject, key, offset, isAddress } of this.words.get(indexed(word)) ?? []) {
        const from = index - offset;
        if (standsAlone(isAddress ? folded : text, key, from, isAddress)) yield subject;
      }
  }

  private addText(subject: Subject, key: string, isAddress: boolean): void {
    const [first] = key.matchAll(WORD);
    if (first === undefined || key.length < SHORTEST_IN_TEXT) return;
    addTo(this.words, indexed(first[0]), { subject, key, offset: first.index, isAddress });
  }
}

function addTo<T>(index: Map<string, T[]>, key: string, value: T): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, [value]);
  else values.push(value);
}

/** As places in the text are compared, the text keeps its length: characters that would get longer stay as they are. */
function foldedOf(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text;
}

function standsAlone(text: string, key: string, from: number, isAddress: boolean): boolean {
  if (from < 0 || !text.startsWith(key, from)) return false;
  const before = text.slice(Math.max(0, from - 1), from);
  if (WITHIN_WORD.test(before) || (isAddress && WITHIN_ADDRESS.test(before))) return false;
  return !WITHIN_WORD.test(text.slice(from + key.length, from + key.length + 2));
}

/** The parts of a path, as they are after decoding. */
function segmentsOf(path: string): string[] {
  return (path.split('?')[0] ?? '').split('/').map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
