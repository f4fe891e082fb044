import { ApiProperty } from '@nestjs/swagger';

import {
  type FileWords,
  type FoundWord,
  LONGEST_WORD,
  MOST_WORDS,
} from '../../file-import/words/word-counts.js';
import type { FixedValue } from '../../file-import/words/fixed-values.js';
import { ApiAnyJson } from '../../http/openapi/openapi.decorators.js';

/** A word of a file in the columns of a field. */
export class FoundWordDto {
  @ApiProperty({ example: 'AW', description: 'As the first row writes it; case makes no difference' })
  word!: string;

  @ApiProperty({ type: 'integer', example: 300 })
  rows!: number;

  @ApiProperty({
    description: 'Whether it has a meaning, by default or by the mapping; its rows are refused otherwise',
  })
  isKnown!: boolean;

  @ApiAnyJson('The value that it stands for; null when nothing is sent for it, or it has none', 'active')
  meaning!: FixedValue | null;

  @ApiAnyJson('What it likely means; null when it may mean anything. It is not applied', null)
  likely!: FixedValue | null;
}

/** The words of the columns that fill a field with one of a few values. */
export class FieldFoundWordsDto {
  @ApiProperty({ example: 'accountStatus' })
  field!: string;

  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
    example: ['active', 'inactive'],
  })
  values!: readonly FixedValue[];

  @ApiProperty({ type: [String], example: ['Status'] })
  columns!: readonly string[];

  @ApiProperty({
    type: [FoundWordDto],
    description: `Those without a meaning first, at most ${MOST_WORDS} of them, of at most ${LONGEST_WORD} characters`,
  })
  words!: readonly FoundWordDto[];

  @ApiProperty({ type: 'integer', example: 0, description: 'Rows in which these columns are blank' })
  blank!: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Rows with words without a meaning that are not listed, being too many or too long',
  })
  unlisted!: number;
}

export class FileWordsDto {
  @ApiProperty({
    type: 'integer',
    example: 1200,
    description: 'Rows that are sent; 0 where no word is counted',
  })
  rows!: number;

  @ApiProperty({ type: [FieldFoundWordsDto], description: 'Empty for NDJSON, which is not mapped' })
  fields!: readonly FieldFoundWordsDto[];
}

export function presentWords({ rows, fields }: FileWords): FileWordsDto {
  return { rows, fields: fields.map((one) => ({ ...one, words: one.words.map(presentWord) })) };
}

function presentWord({ word, rows, meaning, likely }: FoundWord): FoundWordDto {
  return { word, rows, isKnown: meaning !== undefined, meaning: meaning ?? null, likely: likely ?? null };
}
