import { USUAL_TERMS } from '../../settings/term-name.js';
import { REQUIRED_FIELDS } from '../mapping/fields.js';
import { termNameOf } from './column-values.js';
import { type Beginning, type Proposal } from './proposals.js';
import { type ColumnRule, ruleOf } from './rule-of.js';

/** The content of a mapping file that someone looks at before it is used. */
export interface ProposedMapping {
  readonly columns: Readonly<Record<string, ColumnRule>>;
  /** A null month must be filled in by hand: the file is refused until then. */
  readonly terms?: Readonly<Record<string, number | null>>;
}

/** With the clear proposals. */
export function proposedMapping(beginning: Beginning, proposals: readonly Proposal[]): ProposedMapping {
  const clear = proposals.filter(({ isClear }) => isClear);
  const columns = Object.fromEntries(clear.map(({ column, targets }) => [column, ruleOf(targets)]));
  const terms = clear.filter(isTerm).flatMap(({ column }) => termsIn(beginning, column));
  return terms.length === 0 ? { columns } : { columns, terms: Object.fromEntries(terms) };
}

/** The required fields that neither the file nor the proposals fill. */
export function stillMissing({ mapping }: Beginning, proposals: readonly Proposal[]): string[] {
  const targets = [...mapping.columns.values(), ...proposals.map((one) => one.targets)].flat();
  const filled = new Set([...targets.flatMap(({ fields }) => fields), ...mapping.templates.keys()]);
  return REQUIRED_FIELDS.filter((field) => !filled.has(field));
}

function isTerm({ targets }: Proposal): boolean {
  return targets.some((target) => target.transform === 'term');
}

/** The terms that the first records have, with the usual month where a name has one. */
function termsIn({ header, rows }: Beginning, column: string): [name: string, month: number | null][] {
  const index = header.indexOf(column);
  const names = new Set(rows.flatMap((cells) => termNameOf(cells[index] ?? '') ?? []));
  return [...names].map((name) => [name, usualMonth(name)]);
}

function usualMonth(name: string): number | null {
  const usual = Object.entries(USUAL_TERMS);
  return usual.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}
