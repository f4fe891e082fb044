import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/** A query parameter that is `true` or `false`. */
export function QueryFlag(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, description }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (BOOLEANS[value] ?? value) : value,
    ),
    ValidateBy({
      name: 'isBoolean',
      validator: {
        validate: (value) => typeof value === 'boolean',
        defaultMessage: (args) => `${args?.property ?? ''} must be true or false`,
      },
    }),
  );
}
