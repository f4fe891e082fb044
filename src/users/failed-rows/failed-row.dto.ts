import { ApiProperty } from '@nestjs/swagger';

import { ERROR_STATUS } from '../../errors/refusal.js';
import { QueryLimit, QueryValue } from '../../http/fields/query-fields.js';
import { translationsOf, type Translations } from '../../texts/languages.js';
import { type Sentence, sentence } from '../../texts/sentence.js';
import { TranslationsDto } from '../../texts/translations.dto.js';
import { withoutStop } from './describe-failure.js';
import type { FailedRow } from './failed-row.entity.js';
import type { FailureCause } from './failed-rows.repository.js';

export const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;

/** A limit above the largest is reduced to it, as in the list of runs. */
export class FailedRowsQueryDto {
  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;
}

/** A row that was refused. It has no value of the person except their externalId. */
export class FailedRowDto {
  @ApiProperty({ example: '17' })
  id!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 479, description: 'Of a bulk request, from 1' })
  line!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'S-BAD-2', description: 'As it was sent' })
  externalId!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The user whom the row was about, when they were stored then',
  })
  userId!: string | null;

  @ApiProperty({ enum: Object.keys(ERROR_STATUS), example: 'VALIDATION_FAILED' })
  code!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'accountType',
    description: 'The first that was refused',
  })
  field!: string | null;

  @ApiProperty({
    example: "accountType 'Studnet' must be Student, Faculty or Staff",
    description: 'What rows that fail alike have in common',
  })
  cause!: string;

  @ApiProperty({
    example: "accountType 'Studnet' must be Student, Faculty or Staff",
    description: 'All that is wrong with the row',
  })
  reason!: string;

  @ApiProperty({ example: "Row 479, S-BAD-2: accountType 'Studnet' must be Student, Faculty or Staff" })
  sentence!: string;

  @ApiProperty({ example: 'key:ik_0123456789abcdefghjkmnpqrs' })
  actor!: string;

  @ApiProperty()
  requestId!: string;
}

/** Which row: "Row 479, S-BAD-2"; blank when neither is known. */
export function rowName({ line, externalId }: Pick<FailedRow, 'line' | 'externalId'>): string {
  return [...(line === null ? [] : [`Row ${line}`]), ...(externalId === null ? [] : [externalId])].join(', ');
}

/** The sentence for people who run a registry. */
export function sentenceOf(row: Pick<FailedRow, 'line' | 'externalId' | 'reason'>): string {
  const name = rowName(row);
  return name === '' ? row.reason : `${name}: ${row.reason}`;
}

/** {@link sentenceOf} in other languages. */
export function translationsOfRow(
  { line, externalId }: Pick<FailedRow, 'line' | 'externalId'>,
  reason: Sentence | undefined,
): Translations {
  if (reason === undefined) return {};
  return withoutStops(translationsOf([rowSentence({ line, externalId }, reason)]));
}

function rowSentence(
  { line, externalId }: Pick<FailedRow, 'line' | 'externalId'>,
  reason: Sentence,
): Sentence {
  if (line === null)
    return externalId === null ? reason : sentence('{externalId}: {reason}', { externalId, reason });
  return externalId === null
    ? sentence('Row {line}: {reason}', { line: String(line), reason })
    : sentence('Row {line}, {externalId}: {reason}', { line: String(line), externalId, reason });
}

/** A cause in other languages. */
export function translationsOfCause(cause: Sentence | undefined): Translations {
  return cause === undefined ? {} : withoutStops(translationsOf([cause]));
}

function withoutStops(translations: Translations): Translations {
  return Object.fromEntries(
    Object.entries(translations).map(([language, text]) => [language, withoutStop(text)]),
  );
}

export function presentFailedRow(row: FailedRow): FailedRowDto {
  const { id, at, line, externalId, userId, code, field, cause, reason, actor, requestId } = row;
  return {
    id: String(id),
    at: at.toISOString(),
    line,
    externalId,
    userId,
    code,
    field,
    cause,
    reason,
    sentence: sentenceOf(row),
    actor,
    requestId,
  };
}

/** What several rows failed of. */
export class FailureCauseDto implements Omit<FailureCause, 'said'> {
  @ApiProperty({ enum: Object.keys(ERROR_STATUS), example: 'VALIDATION_FAILED' })
  code!: string;

  @ApiProperty({ type: String, nullable: true, example: 'accountType' })
  field!: string | null;

  @ApiProperty({ example: "accountType 'Studnet' must be Student, Faculty or Staff" })
  cause!: string;

  @ApiProperty({ type: TranslationsDto, description: 'The cause in other languages' })
  translations!: TranslationsDto;

  @ApiProperty({ type: 'integer', example: 312 })
  rows!: number;
}

export function presentCause({ code, field, cause, said, rows }: FailureCause): FailureCauseDto {
  return { code, field, cause, translations: translationsOfCause(said), rows };
}
