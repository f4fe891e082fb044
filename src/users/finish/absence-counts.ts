import { MOST_ABSENT_RUNS } from './finish-limits.js';
import { PeopleSet } from '../model/people-set.js';

const HEAD_BYTES = 5;

/** Whom stored counts say to be absent so often; no one of a run that was not complete. */
export function againOf(absences: Buffer | null, absentRuns: number | undefined): Iterable<string> {
  return absences === null || absentRuns === undefined
    ? []
    : AbsenceCounts.from(absences).atLeast(absentRuns);
}

/** In how many consecutive complete runs of their account type people were absent; 0 for all who are not in it. */
export class AbsenceCounts {
  private readonly byCount = new Map<number, PeopleSet>();

  /** @param stored by {@link stored} */
  static from(stored: Buffer): AbsenceCounts {
    const counts = new AbsenceCounts();
    for (let at = 0; at < stored.length;) {
      const end = at + HEAD_BYTES + stored.readUInt32BE(at + 1);
      counts.byCount.set(stored.readUInt8(at), PeopleSet.from(stored.subarray(at + HEAD_BYTES, end)));
      at = end;
    }
    return counts;
  }

  of(id: string): number {
    for (const [count, people] of this.byCount) if (people.has(id)) return count;
    return 0;
  }

  /** For a person who is not in it. */
  set(id: string, count: number): void {
    const kept = Math.min(count, MOST_ABSENT_RUNS);
    const people = this.byCount.get(kept) ?? new PeopleSet();
    people.add([id]);
    this.byCount.set(kept, people);
  }

  /** Those who were absent at least so often. */
  atLeast(count: number): PeopleSet {
    return this.those((each) => each >= count);
  }

  /** Those who were absent, and less often. */
  below(count: number): PeopleSet {
    return this.those((each) => each < count);
  }

  stored(): Buffer {
    const parts = [...this.byCount].flatMap(([count, people]) => {
      const set = people.stored();
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt8(count, 0);
      head.writeUInt32BE(set.length, 1);
      return [head, set];
    });
    return Buffer.concat(parts);
  }

  private those(isMeant: (count: number) => boolean): PeopleSet {
    const all = new PeopleSet();
    for (const [count, people] of this.byCount) if (isMeant(count)) all.addAll(people);
    return all;
  }
}
