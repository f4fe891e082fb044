import { ApiProperty } from '@nestjs/swagger';

import { Diagnostic, WholeNumber } from '../../http/fields/fields.js';

const MOST_FILES = 1_000_000;
/** As long as the name of a file may be. */
const LONGEST_NAME = 255;

/** What a folder of dropped files looks like. */
export class DropFolderReportDto {
  @WholeNumber(0, MOST_FILES, { required: true, description: 'Files that are not put away yet', example: 2 })
  waiting!: number;

  @WholeNumber(0, MOST_FILES, { required: true, description: 'Files in `refused`', example: 0 })
  refused!: number;

  @Diagnostic(LONGEST_NAME, {
    description: 'The name of the file at work; omitted: none',
    example: 'students.csv',
  })
  atWork?: string | null;
}

export class DropFolderDto {
  @ApiProperty({ example: 'sftp1:srv-drops-sis-files' })
  folder!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Files that are not put away yet' })
  waiting!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Files in `refused`' })
  refused!: number;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the file at work; null: none' })
  atWork!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When the command looked last' })
  seenAt!: string;
}
