import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';

import { type Said, sentence } from '../../texts/sentence.js';
import { ruleBy } from './rule.js';
import { ofAddress } from './text-rules.js';

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
  complaint: Said,
  { required = false, reserved = [], nullable = false, description, example }: PatternOptions = {},
): PropertyDecorator {
  const api = {
    type: String,
    pattern: form.source,
    ...(nullable ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
  const problem = (value: unknown): Said | undefined => {
    if (typeof value !== 'string' || !form.test(value))
      return value === undefined ? sentence('is required') : complaint;
    return reserved.includes(value) ? ofAddress(value) : undefined;
  };
  return applyDecorators(
    ...(required ? [ApiProperty(api)] : [ApiPropertyOptional(api), IsOptional()]),
    ruleBy('matches', problem),
  );
}
