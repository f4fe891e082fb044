import { t } from '@lingui/core/macro';

import { fieldInWords } from '../mappings/record-fields';

/** The service's own reason; any other is a message of a connector, in the language of its system. */
const OF_DISCREPANCIES = /^Unresolved discrepancies: (\w+(?:, \w+)*)$/;

export function lastErrorInWords(lastError: string): string {
  const fields = OF_DISCREPANCIES.exec(lastError)?.[1]?.split(', ').map(fieldInWords).join(', ');
  return fields === undefined ? lastError : t`Unresolved discrepancies: ${fields}`;
}
