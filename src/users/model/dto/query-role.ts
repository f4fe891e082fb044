import { isSnakeCase } from '../../../http/fields/formats.js';
import { QueryValue } from '../../../http/fields/query-fields.js';

/** A filter by the effective role. */
export function QueryRole(): PropertyDecorator {
  const description = 'The role that applies: the one that was set, or else the default of the account type';
  return QueryValue('isSnakeCase', { type: String, description }, (value) =>
    isSnakeCase(value) ? { value } : { problem: 'must be lower snake case, such as department_chair' },
  );
}
