import { t } from '@lingui/core/macro';

import type { ConflictRowDto } from '../api/openapi';

export type Decision = ConflictRowDto['offered'][number];

/** Whether what was sent is kept no longer, so that it can only be ignored. */
export function isForgotten({ offered }: Pick<ConflictRowDto, 'offered'>): boolean {
  return offered.length > 0 && !offered.includes('same_person');
}

export const CONFLICT_STATUSES: Readonly<Record<ConflictRowDto['status'], string>> = {
  open: t({ message: 'Open', context: 'conflict' }),
  decided: t`Decided`,
  taken_back: t`Taken back`,
};

export const CONFLICT_KINDS: Readonly<Record<ConflictRowDto['kind'], string>> = {
  possible_reassignment: t`The number or address may have been given to another person`,
  email_taken: t`The address belongs to another person`,
  number_taken: t`The number belongs to another person`,
  adopt_by_email: t`The number is unknown, and the address is that of a person`,
  erased: t`The person was erased, and is sent again`,
};

export const DECISIONS: Readonly<Record<Decision, string>> = {
  same_person: t`The same person`,
  another_person: t`Another person`,
  ignore: t`Ignore`,
};
