import { type FormRow, FORMS } from './forms.js';
import { DISSERTATIONS, type DissertationRow } from './journeys.js';
import { type StudentRow, STUDENTS } from './students.js';

/** What differs between the universities that are made for trying things out; the rest is the demo university's. */
export interface University {
  readonly students: readonly StudentRow[];
  readonly dissertations: readonly DissertationRow[];
  readonly forms: Readonly<Record<string, FormRow>>;
}

export const DEMO_UNIVERSITY: University = { students: STUDENTS, dissertations: DISSERTATIONS, forms: FORMS };

/** Names of other scripts stay together: a given name of one and a family name of another would be no name. */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}]+$/u;

/**
 * The university of a seed, the same for the same number: names are combined anew, dissertations stand elsewhere and
 * other students have sent the forms. Numbers, programs and what the nights change are the demo university's.
 * @param seed from 0 to 2^32 - 1
 */
export function universityOf(seed: number): University {
  const random = randomOf(seed);
  return {
    students: studentsOf(random),
    dissertations: dissertationsOf(random),
    forms: formsOf(random),
  };
}

function studentsOf(random: () => number): StudentRow[] {
  const mixed = STUDENTS.filter(([, first, last]) => LATIN.test(`${first}${last}`));
  const families = shuffled(mixed, random);
  const byNumber = new Map(mixed.map(([number], index) => [number, families[index]]));
  return STUDENTS.map((row): StudentRow => {
    const [number, first, last, address, program, year] = row;
    const family = byNumber.get(number);
    const entry = year - Math.floor(random() * 3) + 1;
    if (family === undefined) return [number, first, last, address, program, entry];
    const [given = ''] = address.split('.');
    const [, , familyName, familyAddress] = family;
    const own = familyAddress.split('.').slice(1).join('.');
    return [number, first, familyName, `${given}.${own}`, program, entry];
  });
}

function dissertationsOf(random: () => number): DissertationRow[] {
  const journeys = shuffled(
    DISSERTATIONS.map(([, journey]) => journey),
    random,
  );
  return DISSERTATIONS.map(([number, journey, title], index): DissertationRow => [
    number,
    journeys[index] ?? journey,
    title,
  ]);
}

function formsOf(random: () => number): Readonly<Record<string, FormRow>> {
  const rows = Object.entries(FORMS);
  const senders = shuffled(
    rows.map(([, [, student]]) => student),
    random,
  );
  return Object.fromEntries(
    rows.map(([id, [type, student, fields, status, delivery]], index) => {
      const sender = senders[index] ?? student;
      const form: FormRow =
        delivery === undefined ? [type, sender, fields, status] : [type, sender, fields, status, delivery];
      return [id, form];
    }),
  );
}

/** Fisher-Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [one, two] = [result[last], result[other]];
    if (one !== undefined && two !== undefined) [result[last], result[other]] = [two, one];
  }
  return result;
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
