import { t } from '@lingui/core/macro';

import type { TemplateDto, TemplateMilestoneDto } from '../api/openapi';

/** A milestone in the editor, where its place is its sequence. */
export interface Row {
  readonly key: number;
  readonly code: string;
  readonly name: string;
  readonly required: boolean;
}

/** The step between two milestones leaves room for milestones that other tools insert. */
const STEP = 10;

let lastKey = 0;

export function rowOf({ code, name, required }: Omit<TemplateMilestoneDto, 'sequence'>): Row {
  lastKey += 1;
  return { key: lastKey, code, name, required };
}

export function emptyRow(): Row {
  return rowOf({ code: '', name: '', required: true });
}

export function rowsOf({ milestones }: TemplateDto): Row[] {
  return milestones.toSorted((one, other) => one.sequence - other.sequence).map(rowOf);
}

export function milestonesOf(rows: readonly Row[]): TemplateMilestoneDto[] {
  return rows.map(({ code, name, required }, index) => ({
    code,
    name,
    sequence: (index + 1) * STEP,
    required,
  }));
}

/** A row in one line, by its code, to compare two templates. */
export function inWords({ code, name, required }: Row, index: number): { code: string; value: string } {
  const place = `${index + 1}. ${name}`;
  return { code, value: required ? t`${place} (required)` : place };
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
