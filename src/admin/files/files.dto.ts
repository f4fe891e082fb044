import { ApiProperty } from '@nestjs/swagger';

import type { FileHead, HeadRow } from '../../file-import/upload/people-file.js';
import { FIELD_PATHS } from '../../file-import/mapping/fields.js';
import { type Looks, LOOKS } from '../../file-import/proposals/column-values.js';
import {
  CERTAINTIES,
  type Certainty,
  type Proposal,
  type Reason,
} from '../../file-import/proposals/proposals.js';
import { ruleOf } from '../../file-import/proposals/rule-of.js';
import type { Target } from '../../file-import/mapping/mapping.js';
import { type TermStart, termsOfSettings } from '../../file-import/mapping/terms.js';
import type { NamedTerm } from '../../settings/settings.js';
import { FORMATS } from '../../file-import/sources/formats.js';
import { isUnreadable } from '../../file-import/sources/table.js';
import { Flag, JsonObject, Nested, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { ApiAnyJson } from '../../http/openapi/openapi.decorators.js';
import { RUN_NAME_RULE, UNDO_PREFIX } from '../../tenancy/sync-run.js';
import { CompleteDto } from '../../users/finish/finish.dto.js';

export const COLUMNS_HASH = '0123456789abcdef'.repeat(4);
const RUN = new RegExp(`^(?!${UNDO_PREFIX})[A-Za-z0-9._:-]{1,100}$`);

/** How a file is read: the first line of the body, as JSON. */
export class FileOptionsDto {
  @Text(255, { required: true, example: 'people.csv', description: 'The name of the file' })
  name!: string;

  @Text(40, { example: 'windows-1252', description: 'Of a CSV file; default: utf-8' })
  encoding?: string | null;

  @Text(255, {
    example: 'Students',
    description: 'Of a workbook; default: the first sheet that is not hidden',
  })
  sheet?: string | null;

  @Flag({ description: 'Whether a blank cell clears its field; default: it leaves the field unchanged' })
  blankClears?: boolean | null;

  @JsonObject({
    description: 'As in a mapping file of the feed; what it does not name is mapped by default',
    example: { columns: { Kind: 'accountType' } },
  })
  mapping?: Record<string, unknown> | null;
}

/** The same with the run that the rows belong to. */
export class FileRunDto extends FileOptionsDto {
  @Pattern(RUN, `must be ${RUN_NAME_RULE} that do not begin with ${UNDO_PREFIX}`, {
    reserved: ['.', '..'],
    description:
      'The name of the run that the rows belong to; default: made of the day, the name of the file and a number of ' +
      'its content, and shown in the summary',
    example: '2026-11-25.people.csv.50138264',
  })
  run?: string | null;

  @Nested(() => CompleteDto, {
    description:
      'That the file names everyone of these account types who is active at the sender: the run is finished, and ' +
      'who is absent often enough is de-provisioned. All files of the pages are of one sender',
  })
  complete?: CompleteDto | null;
}

export class ColumnTargetDto {
  @ApiProperty({ type: [String], example: ['firstName', 'lastName'] })
  fields!: readonly string[];

  @ApiProperty({ type: String, nullable: true, example: 'splitName' })
  transform!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'M/D/YYYY' })
  dateFormat!: string | null;
}

/** Why a field is proposed for a column. */
export class ProposalReasonDto {
  @ApiProperty({
    enum: ['name', 'part', 'values', 'earlier'],
    description:
      'All words of its name say it, or a part of them; its cells look so; an earlier file had it so',
    example: 'part',
  })
  kind!: Reason['kind'];

  @ApiProperty({ type: [String], example: ['student', 'id'], description: 'Of the name; else empty' })
  words!: readonly string[];

  @ApiProperty({ type: String, enum: LOOKS, nullable: true, example: null, description: 'Of values' })
  looks!: Looks | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Whose mapping was kept' })
  sender!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null, description: 'When' })
  keptAt!: string | null;
}

/** What a column that fills nothing might fill. It is not applied: who accepts it sends it in the mapping. */
export class ColumnProposalDto {
  @ApiProperty({ type: [ColumnTargetDto] })
  targets!: readonly ColumnTargetDto[];

  @ApiAnyJson('The rule of the column in a mapping', 'externalId')
  rule!: unknown;

  @ApiProperty({ enum: CERTAINTIES, example: 'medium' })
  certainty!: Certainty;

  @ApiProperty({ type: [ProposalReasonDto] })
  reasons!: readonly ProposalReasonDto[];

  @ApiProperty({
    type: [String],
    example: [],
    description: 'Other columns that are proposed for the same field; only one of them can be right',
  })
  rivals!: readonly string[];

  @ApiProperty({
    description: 'Whether it may be accepted together with others: it has no rival, and no low certainty',
  })
  isClear!: boolean;

  @ApiProperty({
    description:
      'Whether its name is a usual one for exactly this field, and its cells fit it; the pages accept it by themselves',
  })
  isCertain!: boolean;
}

export class FileColumnDto {
  @ApiProperty({ example: 'Kind' })
  name!: string;

  @ApiProperty({ type: [ColumnTargetDto], description: 'Where its cells go; empty: they are not sent' })
  targets!: readonly ColumnTargetDto[];

  @ApiProperty({ description: 'Whether a template or a condition reads it' })
  isRead!: boolean;

  @ApiProperty({
    description:
      'Whether it fills a field that takes one of a few values, or is proposed for one; see `POST files/words`',
  })
  hasFixedValues!: boolean;

  @ApiProperty({ type: ColumnProposalDto, nullable: true })
  proposal!: ColumnProposalDto | null;
}

export class FileRowDto {
  @ApiProperty({ type: 'integer', example: 2 })
  line!: number;

  @ApiProperty({
    type: [String],
    description: 'In the order of the columns; empty for NDJSON, and for a line that is no row',
  })
  cells!: readonly string[];

  @ApiAnyJson('The row that would be sent; null when the record is left out', { firstName: 'Ann' })
  row!: unknown;

  @ApiProperty({ type: String, nullable: true, example: 'role is parent' })
  skipped!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: "Row 2, S-1: accountType 'Studnet' must be Student, Faculty or Staff",
    description: 'Why the row would be refused, as far as it is known without looking at stored people',
  })
  problem!: string | null;
}

/** The words of a column that stand for values of a field. */
export class FieldWordsDto {
  @ApiProperty({ example: 'accountType' })
  field!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { teacher: 'Faculty' } })
  words!: Readonly<Record<string, unknown>>;
}

/** The beginning of a file, and how it would be mapped. */
export class FileHeadDto {
  @ApiProperty({ enum: FORMATS, example: 'csv' })
  format!: FileHead['format'];

  @ApiProperty({ type: String, nullable: true, example: ';' })
  delimiter!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The sheet of a workbook that is read',
  })
  sheet!: string | null;

  @ApiProperty({
    type: [String],
    example: [],
    description: 'The sheets of a workbook that are not hidden; empty for other files',
  })
  sheets!: readonly string[];

  @ApiProperty({ type: [FileColumnDto], description: 'Empty for NDJSON, which is not mapped' })
  columns!: readonly FileColumnDto[];

  @ApiProperty({
    example: COLUMNS_HASH,
    description: 'The same for files with the same columns, in whatever order and case',
  })
  columnsHash!: string;

  @ApiProperty({ type: [String], example: ['email'], description: 'Required fields that nothing fills' })
  missing!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { accountType: 'Student' },
    description: 'Values of fields for records that have none',
  })
  defaults!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: [FieldWordsDto] })
  words!: readonly FieldWordsDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { YYYY10: { month: 9, yearOffset: -1 } },
    description: 'The terms of the settings, as in a mapping file',
  })
  terms!: Readonly<Record<string, TermStart>>;

  @ApiProperty({ type: [FileRowDto], description: 'The first records' })
  rows!: readonly FileRowDto[];

  @ApiProperty({ type: [String], description: 'Every field that a column may fill, custom ones aside' })
  fields!: readonly string[];

  @ApiProperty({ type: 'integer', example: 64, description: 'The largest file, in MiB' })
  limitMiB!: number;
}

function presentTarget({ fields, transform, dateFormat }: Target): ColumnTargetDto {
  return { fields, transform: transform ?? null, dateFormat: dateFormat ?? null };
}

function presentProposal({
  targets,
  certainty,
  reasons,
  rivals,
  isClear,
  isCertain,
}: Proposal): ColumnProposalDto {
  return {
    targets: targets.map(presentTarget),
    rule: ruleOf(targets),
    certainty,
    reasons: reasons.map(presentReason),
    rivals,
    isClear,
    isCertain,
  };
}

function presentReason(reason: Reason): ProposalReasonDto {
  return {
    kind: reason.kind,
    words: 'words' in reason ? reason.words : [],
    looks: 'looks' in reason ? reason.looks : null,
    sender: 'sender' in reason ? reason.sender : null,
    keptAt: 'keptAt' in reason ? reason.keptAt.toISOString() : null,
  };
}

/** @param problemOf why a row would be refused */
export function presentHead(
  { format, delimiter, sheet, sheets, columns, columnsHash, missing, defaults, values, rows }: FileHead,
  terms: readonly NamedTerm[],
  limitMiB: number,
  problemOf: (row: HeadRow) => string | null,
): FileHeadDto {
  return {
    format,
    delimiter: delimiter ?? null,
    sheet: sheet ?? null,
    sheets,
    columns: columns.map(({ name, targets, isRead, hasFixedValues, proposal }) => ({
      name,
      isRead,
      hasFixedValues,
      targets: targets.map(presentTarget),
      proposal: proposal === undefined ? null : presentProposal(proposal),
    })),
    columnsHash,
    missing,
    defaults: Object.fromEntries(defaults),
    words: [...values].map(([field, words]) => ({ field, words: Object.fromEntries(words) })),
    terms: Object.fromEntries(termsOfSettings(terms)),
    rows: rows.map((row) => ({
      line: row.line,
      cells: row.cells,
      row: row.row === undefined || isUnreadable(row.row) ? null : jsonOf(row.row.bytes),
      skipped: row.skipped ?? null,
      problem: problemOf(row),
    })),
    fields: FIELD_PATHS,
    limitMiB,
  };
}

/** The lines of an NDJSON file may be anything. */
function jsonOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
