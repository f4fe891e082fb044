import { ApiProperty } from '@nestjs/swagger';

import { QueryNumber, QueryValue } from '../../http/fields/query-fields.js';
import type { SandboxRequest } from '../entities/sandbox-request.entity.js';
import { MOST_REQUESTS } from './requests.repository.js';

export const FORMATS = ['json', 'har'] as const;
export type Format = (typeof FORMATS)[number];

export class SandboxRequestsQueryDto {
  @QueryValue('isIn', { type: String, enum: [...FORMATS], description: 'har: HAR 1.2' }, (text) =>
    FORMATS.some((format) => format === text)
      ? { value: text as Format }
      : { problem: `must be one of ${FORMATS.join(', ')}` },
  )
  format?: Format;

  @QueryNumber(1, MOST_REQUESTS, 'The latest so many; default 100')
  limit?: number;
}

export class SandboxRequestDto {
  @ApiProperty({ format: 'date-time', description: 'By the time of the world' })
  at!: string;

  @ApiProperty({ example: 'POST' })
  method!: string;

  @ApiProperty({ example: '/api/v1/integration/users' })
  url!: string;

  @ApiProperty({ example: 'nightly-2026-11-20.1' })
  requestId!: string;

  @ApiProperty({
    type: 'integer',
    example: 201,
    description: '0 when the connection ended without an answer',
  })
  status!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  ms!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '{"email":"ann.lee@demo.example.edu"}',
    description: 'Up to 64 KiB, secrets masked; null without one, and for a stream',
  })
  requestBody!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '{"success":true}',
    description: 'Up to 64 KiB, secrets masked',
  })
  responseBody!: string | null;
}

export function presentRequest(request: SandboxRequest): SandboxRequestDto {
  const { at, method, url, requestId, status, ms, requestBody, responseBody } = request;
  return { at: at.toISOString(), method, url, requestId, status, ms, requestBody, responseBody };
}
