import { t } from '@lingui/core/macro';

import type { TemplateDto, TemplateMilestoneDto } from '../api/openapi';
import { numberOf } from '../ui/number-field';

/** A milestone in the editor, where its place is its sequence. */
export interface Row {
  readonly key: number;
  readonly code: string;
  readonly name: string;
  readonly required: boolean;
  /** Days, as they are typed; empty for no due date. */
  readonly dueAfterDays: string;
  /** The code of a new one follows its name; a stored code is what students have, and stays. */
  readonly isNew: boolean;
}

/** The step between two milestones leaves room for milestones that other tools insert. */
const STEP = 10;

let lastKey = 0;

function rowOf(milestone: Omit<TemplateMilestoneDto, 'sequence'>, isNew: boolean): Row {
  const { code, name, required, dueAfterDays = null } = milestone;
  lastKey += 1;
  const days = dueAfterDays === null ? '' : String(dueAfterDays);
  return { key: lastKey, code, name, required, dueAfterDays: days, isNew };
}

export function emptyRow(): Row {
  return rowOf({ code: '', name: '', required: true }, true);
}

export function rowsOf({ milestones }: TemplateDto): Row[] {
  return milestones
    .toSorted((one, other) => one.sequence - other.sequence)
    .map((milestone) => rowOf(milestone, false));
}

/** What the API gets; of days that are no number, it says so. */
type Sent = Omit<TemplateMilestoneDto, 'dueAfterDays'> & { readonly dueAfterDays: number | string | null };

export function milestonesOf(rows: readonly Row[]): Sent[] {
  return rows.map(({ code, name, required, dueAfterDays }, index) => ({
    code,
    name,
    sequence: (index + 1) * STEP,
    required,
    dueAfterDays: numberOf(dueAfterDays),
  }));
}

/** The codes of milestones that have another name than before. */
export function renamedIn({ milestones }: TemplateDto, rows: readonly Row[]): string[] {
  const names = new Map(milestones.map(({ code, name }) => [code, name]));
  return rows.filter(({ code, name }) => names.has(code) && names.get(code) !== name).map(({ code }) => code);
}

/** A row in one line, by its code, to compare two templates. */
export function inWords(
  { code, name, required, dueAfterDays }: Row,
  index: number,
): { code: string; value: string } {
  const place = `${index + 1}. ${name}`;
  const value = required ? t`${place} (required)` : place;
  return { code, value: dueAfterDays === '' ? value : t`${value}, due after ${dueAfterDays} days` };
}

/** The rows with the one at `from` moved to the place of the one at `to`. */
export function moved(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from];
  return row === undefined ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/** A code for a name: "Proposal defence" is `proposal_defence`. */
export function codeFor(name: string): string {
  const words = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[_0-9]+|_+$/g, '');
}
