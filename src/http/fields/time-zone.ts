import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';

import { Text } from './fields.js';

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
    ValidateBy({
      name: 'isTimeZone',
      validator: {
        // A value that is no text is refused by Text.
        validate: (value) => typeof value !== 'string' || isTimeZone(value),
        defaultMessage: (args) => `${args?.property ?? ''} must be an IANA name, such as Europe/Paris`,
      },
    }),
  );
}
