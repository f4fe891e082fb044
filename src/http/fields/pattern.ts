import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';

interface PatternOptions {
  readonly required?: boolean;
  /** Values of this form that an address cannot contain. */
  readonly reserved?: readonly string[];
  /** Null has a meaning of its own, which the description explains. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: string;
}

/** A text of exactly this form, stored as it was sent. */
export function Pattern(
  form: RegExp,
  complaint: string,
  { required = false, reserved = [], nullable = false, description, example }: PatternOptions = {},
): PropertyDecorator {
  const api = {
    type: String,
    pattern: form.source,
    ...(nullable ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
  const problem = (value: unknown): string | undefined => {
    if (typeof value !== 'string' || !form.test(value))
      return value === undefined ? 'is required' : complaint;
    return reserved.includes(value) ? `must not be ${value}, which an address cannot contain` : undefined;
  };
  return applyDecorators(
    ...(required ? [ApiProperty(api)] : [ApiPropertyOptional(api), IsOptional()]),
    ValidateBy({
      name: 'matches',
      validator: {
        validate: (value) => problem(value) === undefined,
        defaultMessage: (args) => `${args?.property ?? ''} ${problem(args?.value) ?? ''}`,
      },
    }),
  );
}
