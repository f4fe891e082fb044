import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A CloudEvents 1.0 event in structured JSON (contract, section 5). */
export class EnvelopeDto {
  @ApiProperty({ enum: ['1.0'] })
  specversion!: string;

  @ApiProperty({ description: 'The same content has the same id', example: '6a1f0c…' })
  id!: string;

  @ApiProperty({ example: '/tenants/t4m8q2v6x0c3hk/submissions' })
  source!: string;

  @ApiProperty({ example: 'submission.approved.v1' })
  type!: string;

  @ApiProperty({ example: 'sub-77' })
  subject!: string;

  @ApiProperty({ format: 'date-time' })
  time!: string;

  @ApiProperty({ enum: ['application/json'] })
  datacontenttype!: string;

  @ApiProperty({ format: 'uri' })
  dataschema!: string;

  @ApiPropertyOptional({
    description:
      'The trace of the last move, where that was traced: the extension of CloudEvents for tracing',
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  })
  traceparent?: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'See /docs/schemas/sync-envelope.v1.json',
  })
  data!: object;
}
