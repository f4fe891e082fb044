import { type Person, personOf } from '../users/people.js';

const SET = 'g';
const SYLLABLES = 'ba cho der fi gan hu jor ka lin mo nes o par ri sen tu'.split(' ');

/** A person to send, with their externalId. */
export interface Sent {
  readonly index: number;
  readonly person: Person;
}

/** A different number for each number below 2^32, far from those of its neighbours. */
const scatter = (index: number): number => Math.imul(index + 1, 0x9e3779b1) >>> 0;

function lastNameOf(number: number): string {
  const syllables = [0, 4, 8].map((shift) => SYLLABLES[(number >>> shift) & 15] ?? '');
  const name = syllables.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A person whose number follows the previous one's, as in an SIS's file, and whose address and name do not. */
export function personAt(index: number, edition: number): Person {
  const number = scatter(index);
  const lastName = lastNameOf(number);
  const email = `${number.toString(36)}.${lastName.toLowerCase()}@bench.example.edu`;
  return { ...personOf(SET, index, edition), lastName, email };
}

/** Every so many of the people below `size`, for a file. */
export function* everyPerson(size: number, first = 0, step = 1): Generator<Person> {
  for (let index = first; index < size; index += step) yield personAt(index, 1);
}

/** The people from 0 to `size`, as they were sent last; in the first edition until they are changed. */
export class Population {
  private readonly editions = new Map<number, number>();
  private newest = 0;

  constructor(private readonly size: number) {
    this.newest = size;
  }

  /** Different people from the whole range; all of them when `count` is larger than the range. */
  some(count: number): number[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, this.size)) chosen.add(Math.floor(Math.random() * this.size));
    return [...chosen];
  }

  asStored(indexes: readonly number[]): Sent[] {
    return indexes.map((index) => ({ index, person: personAt(index, this.editions.get(index) ?? 1) }));
  }

  changed(indexes: readonly number[]): Sent[] {
    for (const index of indexes) this.editions.set(index, (this.editions.get(index) ?? 1) + 1);
    return this.asStored(indexes);
  }

  newcomers(count: number): Sent[] {
    const first = this.newest;
    this.newest += count;
    return this.asStored(Array.from({ length: count }, (_, index) => first + index));
  }

  /**
   * Forgets the newcomers, who were deleted.
   * @returns the first of their numbers
   */
  forgetNewcomers(): string {
    this.newest = this.size;
    return personAt(this.size, 1).externalId;
  }
}
