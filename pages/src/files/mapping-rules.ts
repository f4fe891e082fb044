import { t } from '@lingui/core/macro';

import type { ColumnTargetDto, FileColumnDto, FileHeadDto } from '../api/openapi';
import type { Option } from '../ui/options';
import { fieldWords } from '../ui/words';

/** Where the cells of a column go, as a mapping file of the feed says it. */
type Rule =
  | null
  | string
  | {
      readonly field?: string;
      readonly fields?: readonly string[];
      readonly transform?: string;
      readonly dateFormat?: string;
    };

/** A value of a field; null when nothing is sent. */
export type Meaning = string | boolean | null;

/** The words of a file that stand for a value of a field, by the word. */
export type Words = Readonly<Record<string, Meaning>>;

/** Rules of a mapping file, by column. */
export type Rules = Readonly<Record<string, unknown>>;

/** What is mapped otherwise than by default: a part of the mapping file of the feed. */
export interface OwnMapping {
  readonly columns?: Rules | undefined;
  readonly defaults?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, Words>>;
  readonly terms?: Readonly<Record<string, unknown>>;
}

/** The choice of a column that is not sent. */
export const NOT_SENT = '';
export const DATE_FORMATS = ['YYYY-M-D', 'M/D/YYYY', 'D/M/YYYY', 'D.M.YYYY', 'D-M-YYYY'] as const;
const CUSTOM = 'customFields.';
/** Before the fields of a column of terms; dates may fill the same ones. */
const TERM = 'term:';

/** Columns that fill several fields, or one otherwise than as it is written. */
const TRANSFORMS: Readonly<Record<string, string>> = {
  'firstName+lastName': 'splitName',
  'firstName+middleInitial+lastName': 'splitName',
  'monthOfEntry+yearOfEntry': 'monthYear',
  'monthOfGraduation+yearOfGraduation': 'monthYear',
  middleInitial: 'firstLetter',
  'facultyProfile.leaveUntil': 'date',
};

const SEVERAL: readonly Option[] = [
  { value: 'firstName+lastName', label: t`Full name, split into first and last name` },
  { value: 'firstName+middleInitial+lastName', label: t`Full name, split into first, middle and last name` },
  { value: 'monthOfEntry+yearOfEntry', label: t`Date of entry, as month and year` },
  { value: 'monthOfGraduation+yearOfGraduation', label: t`Date of graduation, as month and year` },
  { value: `${TERM}monthOfEntry+yearOfEntry`, label: t`Term of entry, as month and year` },
  { value: `${TERM}monthOfGraduation+yearOfGraduation`, label: t`Term of graduation, as month and year` },
];

/** What the column fills now. */
export function choiceOf([target]: readonly ColumnTargetDto[]): string {
  if (target === undefined) return NOT_SENT;
  return (target.transform === 'term' ? TERM : '') + target.fields.join('+');
}

/** Whether the cells are dates, whose format must be known. */
export function isDate(choice: string): boolean {
  return ['monthYear', 'date'].includes(TRANSFORMS[choice] ?? '');
}

/** All that a column may fill; its own field comes first when it is one of the file's. */
export function choicesFor(column: string, fields: readonly string[], chosen: string): readonly Option[] {
  const custom = chosen.startsWith(CUSTOM) ? chosen : CUSTOM + column.trim();
  const name = custom.slice(CUSTOM.length);
  const known = fields.filter((field) => field !== 'customFields');
  const options = [
    { value: NOT_SENT, label: t`Not sent` },
    ...known.map((field) => ({ value: field, label: fieldWords(field) })),
    ...SEVERAL,
    { value: custom, label: t`Custom field “${name}”` },
  ];
  if (options.some(({ value }) => value === chosen)) return options;
  return [
    ...options,
    { value: chosen, label: chosen.replace(TERM, '').split('+').map(fieldWords).join(', ') },
  ];
}

function ruleOf(choice: string, dateFormat: string): Rule {
  if (choice === NOT_SENT) return null;
  if (choice.startsWith(TERM)) return { fields: choice.slice(TERM.length).split('+'), transform: 'term' };
  const transform = TRANSFORMS[choice];
  if (transform === undefined) return choice;
  const fields = choice.split('+');
  const one = fields.length === 1 ? { field: choice } : { fields };
  return isDate(choice) ? { ...one, transform, dateFormat } : { ...one, transform };
}

/** The mapping with another rule for this column. */
export function withColumn(own: OwnMapping, column: string, choice: string, dateFormat: string): OwnMapping {
  return withRules(own, { [column]: ruleOf(choice, dateFormat) });
}

/** The mapping with these rules, as a mapping file has them, by column. */
export function withRules(own: OwnMapping, rules: Rules): OwnMapping {
  return { ...own, columns: { ...own.columns, ...rules } };
}

/** The mapping with other words for a field. */
export function withWords(own: OwnMapping, field: string, words: Words): OwnMapping {
  return { ...own, values: { ...own.values, [field]: words } };
}

/** The mapping with another value for records that have none; none for an empty one. */
export function withDefault(own: OwnMapping, field: string, value: string): OwnMapping {
  const { [field]: _, ...others } = own.defaults ?? {};
  return { ...own, defaults: value === '' ? others : { ...others, [field]: value } };
}

/** The rules of the columns whose names can hardly mean anything else. */
export function certainRules({ columns }: FileHeadDto): Rules {
  return Object.fromEntries(
    columns.flatMap(({ name, proposal }) => (proposal?.isCertain === true ? [[name, proposal.rule]] : [])),
  );
}

/** Whether the name alone says what the column fills, and the user has chosen nothing else. */
export function isRecognised({ name, targets }: FileColumnDto, own: OwnMapping, certain: Rules): boolean {
  const rule = own.columns?.[name];
  return targets.length > 0 && (rule === undefined || JSON.stringify(rule) === JSON.stringify(certain[name]));
}
