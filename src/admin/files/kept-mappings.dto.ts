import { ApiProperty } from '@nestjs/swagger';

import type { KeptMapping } from '../../file-import/kept-mappings/kept-mapping.entity.js';
import type { Reading } from '../../file-import/kept-mappings/kept-mappings.service.js';
import { Flag, Identifier, JsonObject, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { COLUMNS_HASH } from './files.dto.js';

const A_SENDER = 'Registrar';
const A_MAPPING = { columns: { Kind: 'accountType' } };

export class KeptMappingListQueryDto extends ListSortedBy('sender') {}

export class SenderPathDto {
  @Identifier(100, { required: true, example: A_SENDER })
  sender!: string;
}

export class NewSenderPathDto {
  @Identifier(100, { required: true, isUnmistakable: true, reserved: ['.', '..'], example: A_SENDER })
  sender!: string;
}

/** How files of a sender are read. */
export class PutKeptMappingDto {
  @Pattern(/^[0-9a-f]{64}$/, 'must be that of a preview', {
    required: true,
    description: 'Of the preview of a file',
    example: COLUMNS_HASH,
  })
  columnsHash!: string;

  @JsonObject({ required: true, description: 'As in a mapping file of the feed', example: A_MAPPING })
  mapping!: Record<string, unknown>;

  @Text(40, { example: 'windows-1252', description: 'Of a CSV file; default: utf-8' })
  encoding?: string | null;

  @Flag({ description: 'Whether a blank cell clears its field; default: it leaves the field unchanged' })
  blankClears?: boolean | null;
}

/** A mapping that is kept for the next file of a sender. */
export class KeptMappingDto {
  @ApiProperty({ example: A_SENDER })
  sender!: string;

  @ApiProperty({
    example: COLUMNS_HASH,
    description: 'A file whose preview has the same one has the same columns',
  })
  columnsHash!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: A_MAPPING })
  mapping!: object;

  @ApiProperty({ example: 'utf-8' })
  encoding!: string;

  @ApiProperty()
  blankClears!: boolean;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;

  @ApiProperty({ example: 'Ann Lee' })
  changedByLabel!: string;
}

export function readingOf({ columnsHash, mapping, encoding, blankClears }: PutKeptMappingDto): Reading {
  return { columnsHash, mapping, encoding: encoding ?? 'utf-8', blankClears: blankClears === true };
}

export function presentKeptMapping(kept: KeptMapping, changedByLabel: string): KeptMappingDto {
  const { sender, columnsHash, mapping, encoding, blankClears, changedAt } = kept;
  return {
    sender,
    columnsHash,
    mapping,
    encoding,
    blankClears,
    changedAt: changedAt.toISOString(),
    changedByLabel,
  };
}
