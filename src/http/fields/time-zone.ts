import { applyDecorators } from '@nestjs/common';
import { sentence } from '../../texts/sentence.js';
import { Text } from './fields.js';
import { ruleBy } from './rule.js';

/** Whether this is an IANA name that the process knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A field with the IANA name of a time zone. */
export function TimeZone(options: { readonly description?: string } = {}): PropertyDecorator {
  return applyDecorators(
    Text(64, { example: 'Europe/Paris', ...options }),
    // A value that is no text is refused by Text.
    ruleBy('isTimeZone', (value) =>
      typeof value !== 'string' || isTimeZone(value)
        ? undefined
        : sentence('must be an IANA name, such as Europe/Paris'),
    ),
  );
}
