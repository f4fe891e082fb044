import type { KeptMapping } from '../kept-mappings/kept-mapping.entity.js';
import { columnKey, type Mapping, type Target } from '../mapping/mapping.js';
import { ColumnValues, type Looks } from './column-values.js';
import { wordsOf } from './column-words.js';
import { earlierRules } from './earlier-rules.js';
import { isAboutOthers, isCertainName, isNeverProposed, NAME_RULES, unexplained } from './name-rules.js';

/** Why a field is proposed for a column. */
export type Reason =
  /** All words of its name say it, or some of them. */
  | { readonly kind: 'name' | 'part'; readonly words: readonly string[] }
  | { readonly kind: 'values'; readonly looks: Looks }
  | { readonly kind: 'earlier'; readonly sender: string; readonly keptAt: Date };

/** From the most to the least certain. */
export const CERTAINTIES = ['high', 'medium', 'low'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** Where the cells of a column might go. It is applied by no one but a person who has seen it. */
export interface Proposal {
  /** As the header writes it. */
  readonly column: string;
  readonly targets: readonly Target[];
  readonly certainty: Certainty;
  readonly reasons: readonly Reason[];
  /** Other columns that are proposed for one of its fields with the same certainty: only one of them can be right. */
  readonly rivals: readonly string[];
  /** Whether it may be accepted together with others: it has no rival, and more than the least certainty. */
  readonly isClear: boolean;
  /** Whether its name is a usual one for exactly this field, and its cells fit it: a page may take it by itself. */
  readonly isCertain: boolean;
}

/** The beginning of a file, and what its columns fill already. */
export interface Beginning {
  readonly header: readonly string[];
  /** The texts of the first records, in the order of the header. */
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Pick<Mapping, 'columns' | 'templates'>;
  /** The columns that are not read. */
  readonly ignored: readonly string[];
}

/** A mapping that an administrator keeps for the files of a sender. */
export type EarlierMapping = Pick<KeptMapping, 'sender' | 'mapping' | 'changedAt'>;

type Possibility = Omit<Proposal, 'rivals' | 'certainty' | 'isClear'> & { readonly strength: number };

/** The first records, by which a column is judged. */
export const SAMPLED_RECORDS = 100;

const STRENGTH = { earlier: 100, name: 60, part: 40, weak: 20, values: 10 } as const;

/**
 * What the columns that are not read might fill. A field that is filled already is proposed for no column, and one
 * field for two columns only where both say so (`rivals`).
 */
export function proposalsFor(beginning: Beginning, earlier: readonly EarlierMapping[] = []): Proposal[] {
  const { mapping, header } = beginning;
  const taken = new Set([
    ...[...mapping.columns.values()].flat().flatMap(({ fields }) => fields),
    ...mapping.templates.keys(),
  ]);
  let left = possibilitiesOf(beginning, earlier).sort((one, other) => other.strength - one.strength);
  const proposals: Proposal[] = [];
  for (;;) {
    left = left.filter(({ targets }) => !fieldsOf(targets).some((name) => taken.has(name)));
    const [best] = left;
    if (best === undefined) break;
    const equals = rivalsOf(best, left);
    for (const { strength, ...one } of equals) {
      const rivals = equals.flatMap(({ column }) => (column === one.column ? [] : [column]));
      const certainty = certaintyOf(strength);
      const isClear = rivals.length === 0 && certainty !== 'low';
      const isCertain = one.isCertain && isClear && certainty === 'high';
      proposals.push({ ...one, certainty, rivals, isClear, isCertain });
      fieldsOf(one.targets).forEach((name) => taken.add(name));
    }
    left = left.filter(({ column }) => !equals.some((one) => one.column === column));
  }
  return proposals.sort((one, other) => header.indexOf(one.column) - header.indexOf(other.column));
}

/** The possibility, and those of other columns that want one of its fields as much. */
function rivalsOf(best: Possibility, possibilities: readonly Possibility[]): Possibility[] {
  const fields = new Set(fieldsOf(best.targets));
  const rivals = possibilities.filter(
    ({ column, strength, targets }) =>
      column !== best.column &&
      strength === best.strength &&
      fieldsOf(targets).some((name) => fields.has(name)),
  );
  return [
    best,
    ...rivals.filter(({ column }, at) => rivals.findIndex((one) => one.column === column) === at),
  ];
}

function fieldsOf(targets: readonly Target[]): string[] {
  return targets.flatMap(({ fields }) => fields);
}

function certaintyOf(strength: number): Certainty {
  if (strength >= STRENGTH.name) return 'high';
  return strength >= STRENGTH.part ? 'medium' : 'low';
}

function possibilitiesOf(
  { header, rows, mapping, ignored }: Beginning,
  earlier: readonly EarlierMapping[],
): Possibility[] {
  const rules = earlierRules(header, earlier);
  const names = header.map(columnKey);
  return header.flatMap((column, index) => {
    const key = columnKey(column);
    if (!ignored.includes(column) || mapping.columns.has(key)) return [];
    // A name that stands twice cannot be mapped.
    if (names.indexOf(key) !== names.lastIndexOf(key)) return [];
    const values = new ColumnValues(rows.map((cells) => cells[index] ?? ''));
    const words = wordsOf(column);
    if (isNeverProposed(words, values)) return [];
    const known = rules?.targetsOf(key);
    if (rules !== undefined && known !== undefined) {
      const reason: Reason = { kind: 'earlier', sender: rules.sender, keptAt: rules.keptAt };
      return known.length === 0
        ? []
        : [{ column, targets: known, reasons: [reason], isCertain: false, strength: STRENGTH.earlier }];
    }
    return isAboutOthers(words) ? [] : [...byName(column, words, values), ...byValues(column, words, values)];
  });
}

function byName(column: string, words: readonly string[], values: ColumnValues): Possibility[] {
  return NAME_RULES.flatMap((rule): Possibility[] => {
    const rest = unexplained(rule, words);
    // With more unknown words a name is about something that no rule knows.
    if (rest === undefined || rest.length > 2) return [];
    const target = rule.targetOf(values);
    if (target === undefined) return [];
    const kind = rest.length === 0 ? 'name' : 'part';
    const strength = rest.length === 0 ? STRENGTH.name : rest.length === 1 ? STRENGTH.part : STRENGTH.weak;
    const needed = words.filter((word) => rule.needs.some((some) => some.includes(word)));
    const reasons: Reason[] = [{ kind, words: needed }];
    if (rule.looks !== undefined && !values.isBlank) reasons.push({ kind: 'values', looks: rule.looks });
    const isCertain = kind === 'name' && !values.isBlank && isCertainName(words);
    return [{ column, targets: [target], reasons, isCertain, strength: strength + (rule.rank ?? 0) }];
  });
}

/** A term in words, or of six digits: four digits may be a year. */
const SURE_TERM = /\p{L}|^\d{6}$/u;

/** For names that say nothing: only what can hardly be anything else. */
function byValues(column: string, words: readonly string[], values: ColumnValues): Possibility[] {
  const found = (looks: Looks, target: Target): Possibility[] => [
    {
      column,
      targets: [target],
      reasons: [{ kind: 'values', looks }],
      isCertain: false,
      strength: STRENGTH.values,
    },
  ];
  if (values.areAddresses) return found('address', { fields: ['email'] });
  const isTerm = values.areTerms && values.areLike(SURE_TERM);
  if (isTerm && words.every((word) => TERM_WORDS.has(word)))
    return found('term', { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'term' });
  return [];
}

/** A column of terms is only proposed when its name does not say which other term it is. */
const TERM_WORDS: ReadonlySet<string> = new Set([
  'term',
  'code',
  'academic',
  'period',
  'student',
  'description',
]);
