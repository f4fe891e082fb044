import { t } from '@lingui/core/macro';

import { RECORD_FIELDS } from '../mappings/record-fields';
import type { Filter } from '../ui/list/types';
import { optionsOf } from '../ui/options';

/** The filters of the lists of what waits. */
export const WAITING_FILTERS: readonly Filter[] = [
  { source: 'formType', label: t`Form`, placeholder: 'program_transfer' },
  { source: 'field', label: t`Field`, options: optionsOf(RECORD_FIELDS) },
];
