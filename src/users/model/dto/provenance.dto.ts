import { ApiProperty } from '@nestjs/swagger';

import { ApiAnyJson } from '../../../http/openapi/openapi.decorators.js';
import { APPROVALS, type ApprovalCause } from '../awaiting-source/awaited-field.js';

/** Who sets fields. `service`: periodic work; `unknown`: before the entries that are read. */
export const SETTERS = [
  'credential',
  'connection',
  'administrator',
  'submission',
  'terminal',
  'service',
  'unknown',
] as const;
export type Setter = (typeof SETTERS)[number];

/** An approved value whose source has not sent it yet. */
export class AwaitedSourceDto {
  @ApiAnyJson('What the source sent before; null means not set', 'Lee')
  sourceValue!: unknown;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'feed',
    description:
      'Whose confirmation ends it: feed for all callers but connections, the id of a connection, ' +
      'or null for any caller',
  })
  source!: string | null;

  @ApiProperty({ enum: [...APPROVALS] })
  cause!: ApprovalCause;

  @ApiProperty({ example: 'admin:951000001' })
  approvedBy!: string;

  @ApiProperty({ type: String, nullable: true, example: 'sub-77' })
  submissionId!: string | null;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the former value is not applied; null where the tenant does not wait',
  })
  until!: string | null;
}

/** A decision of an administrator that no source de-provisions the person. */
export class KeepActiveDto {
  @ApiProperty({ format: 'date', description: 'The last day, in the time zone of the university' })
  until!: string;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  @ApiProperty({ example: 'admin:951000001' })
  actor!: string;
}

/** Who set a field last. */
export class ProvenanceDto {
  @ApiProperty({ enum: [...SETTERS] })
  kind!: Setter;

  @ApiProperty({ type: String, nullable: true, example: 'key:ik_0123456789abcdefghjkmnpqrs' })
  actor!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Of kind connection: its id' })
  connectionId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Of kind submission: the accepted one' })
  submissionId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'nightly-2026-09-01' })
  run!: string | null;

  @ApiProperty({ type: String, nullable: true })
  requestId!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  at!: string | null;

  @ApiProperty({ type: () => AwaitedSourceDto, nullable: true })
  awaitingSource!: AwaitedSourceDto | null;
}
