import { FIXED_VALUES, type FixedValue } from './fixed-values.js';

const words = (line: string): readonly string[] => line.split(', ');

/** What universities usually write, by the value that it likely stands for. It is proposed, and never applied alone. */
const LIKELY: Readonly<Record<string, readonly (readonly [value: FixedValue, usual: readonly string[]])[]>> =
  {
    accountType: [
      [
        'Student',
        words(
          'stu, stud, std, stdnt, students, ug, ugrd, undergrad, undergraduate, gr, grad, graduate, pg, pgr, pgt, ' +
            'postgrad, postgraduate, doc, doctoral, phd, edd, masters, graduate student, doctoral student',
        ),
      ],
      ['Faculty', words('fac, fclty, prof, instr, lect, tchr, teach, academic, academic staff')],
      ['Staff', words('stf, emp, empl, employee, adm, admin, administration, administrative, non-academic')],
    ],
    accountStatus: [
      ['active', words('a, ac, act, actv, en, enr, enrl, enrolled, reg, registered, current, cur')],
      [
        'inactive',
        words(
          'i, ina, inac, inact, wd, withdrawn, withdrew, dropped, dismissed, disc, discontinued, terminated',
        ),
      ],
    ],
  };
const FLAGS: readonly (readonly [value: FixedValue, usual: readonly string[]])[] = [
  [true, words('t, on, x')],
  [false, words('f, off')],
];

const TABLES = new Map(
  [...FIXED_VALUES].map(([field, values]): [string, ReadonlyMap<string, FixedValue>] => {
    const usual = LIKELY[field] ?? (values.includes(true) ? FLAGS : []);
    return [
      field,
      new Map([
        // A value in another case is none for the service.
        ...values.map((value): [string, FixedValue] => [String(value).toLowerCase(), value]),
        ...usual.flatMap(([value, some]) => some.map((word): [string, FixedValue] => [word, value])),
      ]),
    ];
  }),
);

/** What a word likely means in a field of fixed values; undefined when it may mean anything. */
export function likelyMeaning(field: string, word: string): FixedValue | undefined {
  return TABLES.get(field)?.get(word.trim().toLowerCase());
}

/** The words that have a likely meaning in this field. */
export function likelyWords(field: string): ReadonlySet<string> {
  return new Set(TABLES.get(field)?.keys());
}
