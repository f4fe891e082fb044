import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';

import { applyDecorators } from '@nestjs/common';

import { Flag, Identifier, Moment, Nested, Text, WholeNumber } from '../http/fields/fields.js';
import { LARGEST_SEED, type Seed } from './seeds/seed.js';

const EXAMPLE_ID = 'sb0123456789ab';
const LONGEST_TTL = 10_080;
const SHORTEST_TTL = 5;
export const DEFAULT_TTL = 120;
/** The longest that a call waits, as elsewhere. */
const LONGEST_WAIT = 25;
/** Ten years and their leap days. */
export const LONGEST_ADVANCE = 3653 * 86_400;

/** `empty`, `demo` or a whole number. */
function SeedField(): PropertyDecorator {
  const isSeed = (value: unknown): boolean =>
    value === 'empty' ||
    value === 'demo' ||
    (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_SEED);
  return applyDecorators(
    ApiPropertyOptional({
      oneOf: [
        { type: 'string', enum: ['empty', 'demo'] },
        { type: 'integer', minimum: 0, maximum: LARGEST_SEED },
      ],
      nullable: true,
      description:
        'empty: one administrator and no other person. demo: the demo university. A number: a university like it ' +
        'with other people. Default: demo',
      example: 'demo',
    }),
    IsOptional(),
    ValidateBy({
      name: 'isSeed',
      validator: {
        validate: isSeed,
        defaultMessage: (args) =>
          `${args?.property ?? ''} must be empty, demo, or a whole number from 0 to ${LARGEST_SEED}`,
      },
    }),
  );
}

export class SandboxPathDto {
  @Identifier(64, { required: true, example: EXAMPLE_ID })
  id!: string;
}

export class FirstClockDto {
  @Moment({ required: true, description: 'What time it is', example: '2027-02-28T23:59:00.000Z' })
  now!: string;

  @Flag({ description: 'Whether the time stands still; default true', example: true })
  frozen?: boolean | null;
}

export class CreateSandboxDto {
  @Text(100, { description: 'Default: Sandbox', example: 'Nightly end-to-end suite' })
  name?: string | null;

  @SeedField()
  seed?: Seed | null;

  @WholeNumber(SHORTEST_TTL, LONGEST_TTL, {
    description: `The sandbox is deleted after so many minutes of the time of the world; default ${DEFAULT_TTL}`,
    example: 60,
  })
  ttlMinutes?: number | null;

  @Nested(() => FirstClockDto, {
    description: 'A clock of its own from the beginning; default: the time of the world',
  })
  clock?: FirstClockDto | null;
}

export class MoveClockDto {
  @Moment({
    description: 'What time it is to be, not earlier than it is; or else advanceSeconds',
    example: null,
  })
  now?: string | null;

  @WholeNumber(0, LONGEST_ADVANCE, { description: 'By how much time moves on', example: 86_400 })
  advanceSeconds?: number | null;

  @Flag({ description: 'Whether the time stands still from then on; default: as before', example: true })
  frozen?: boolean | null;

  @WholeNumber(0, LONGEST_WAIT, {
    description:
      'The answer is 202 when time still moves after so many seconds; default: it waits for the end',
    example: 10,
  })
  waitSeconds?: number | null;
}

/** The time of a sandbox. */
export class SandboxClockDto {
  @ApiProperty({ format: 'date-time' })
  now!: string;

  @ApiProperty({ description: 'Whether the time stands still' })
  frozen!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Where a call is moving the time to; `now` is how far it has come, and stands still there meanwhile',
  })
  movingTo!: string | null;
}

export class SandboxDto extends SandboxClockDto {
  @ApiProperty({ example: EXAMPLE_ID })
  tenantId!: string;

  @ApiProperty({ example: 'Nightly end-to-end suite' })
  name!: string;

  @ApiProperty({ example: 'demo', description: 'empty, demo, or the number as text' })
  seed!: string;

  @ApiProperty({ format: 'date-time', description: 'By the time of the world' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', description: 'When it is deleted, by the time of the world' })
  expiresAt!: string;
}

export class SandboxCredentialDto {
  @ApiProperty({ example: 'ik_0000000000000000000000000a' })
  apiKey!: string;

  @ApiProperty({ example: 'is_Zb3kYx9Qm2Lr7Vt5Nw8Jd4Hs6Fg1Pc0aUe8Ri3Ky7Xo', description: 'Shown once' })
  apiSecret!: string;

  @ApiProperty({ isArray: true, type: String, example: ['integration'] })
  scopes!: string[];
}

export class SandboxAdministratorDto {
  @ApiProperty({ example: `administrator@${EXAMPLE_ID}.example.edu` })
  email!: string;

  @ApiProperty({ example: 'correct horse battery staple', description: 'Shown once' })
  password!: string;
}

export class CreatedSandboxDto extends SandboxDto {
  @ApiProperty({
    type: () => SandboxCredentialDto,
    isArray: true,
    description: 'One for each scope but sandbox',
  })
  credentials!: SandboxCredentialDto[];

  @ApiProperty({ type: () => SandboxAdministratorDto })
  administrator!: SandboxAdministratorDto;
}
