import { ValidateBy, type ValidationArguments } from 'class-validator';

import { inEnglish } from '../../texts/languages.js';
import { type Said, type Sentence, sentence } from '../../texts/sentence.js';

/** What the errors of class-validator carry about a rule, so that its sentence has its values. */
export interface RuleContext {
  readonly problem: (value: unknown) => Said | undefined;
}

/** One constraint under one code; its message says what is wrong with the value. */
export function ruleBy(code: string, problem: RuleContext['problem']): PropertyDecorator {
  const context: RuleContext = { problem };
  const validator = {
    validate: (value: unknown): boolean => problem(value) === undefined,
    defaultMessage: (args?: ValidationArguments): string =>
      `${args?.property ?? ''} ${inEnglish(problem(args?.value) ?? '')}`,
  };
  return ValidateBy({ name: code, validator }, { context });
}

export function noneOf(values: readonly string[]): Sentence {
  return sentence('must be one of {values}', { values: values.join(', ') });
}

export function noWholeNumber(min: number, max: number): Sentence {
  return sentence('must be a whole number from {min} to {max}', { min: String(min), max: String(max) });
}
