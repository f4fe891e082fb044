import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';

interface PatternOptions {
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
}

/** A text of exactly this form, kept as it was sent. */
export function Pattern(
  form: RegExp,
  complaint: string,
  { required = false, description, example }: PatternOptions = {},
): PropertyDecorator {
  const api = {
    type: String,
    pattern: form.source,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
  return applyDecorators(
    ...(required ? [ApiProperty(api)] : [ApiPropertyOptional(api), IsOptional()]),
    ValidateBy({
      name: 'matches',
      validator: {
        validate: (value) => typeof value === 'string' && form.test(value),
        defaultMessage: (args) =>
          `${args?.property ?? ''} ${args?.value === undefined ? 'is required' : complaint}`,
      },
    }),
  );
}
