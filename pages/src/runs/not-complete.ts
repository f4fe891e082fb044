import { plural, t } from '@lingui/core/macro';

import type { RefusedFinishDto } from '../api/openapi';
import { ACCOUNT_TYPES } from '../ui/account-types';
import { entryOf } from '../ui/options';

function missingUsers(count: number | null): string {
  return plural(count ?? 0, {
    one: '# active user is missing in it.',
    other: '# active users are missing in it.',
  });
}

/** Why a run that its sender called complete was not. */
function reasonOf({ kind, accountTypes, missing }: RefusedFinishDto): string {
  const types = accountTypes.map((type) => entryOf(ACCOUNT_TYPES, type) ?? type).join(', ');
  switch (kind) {
    case 'types_not_named':
      return `${t`It names no active user of: ${types}.`} ${missingUsers(missing)}`;
    case 'too_few_named':
      return `${t`It names too few active users of: ${types}.`} ${missingUsers(missing)}`;
    case 'no_one_named':
      return t`None of its rows names a user who is stored.`;
    case 'rows_missing':
      return plural(missing ?? 0, {
        one: '# row of its file has not come.',
        other: '# rows of its file have not come.',
      });
    case 'rows_without_key':
      return plural(missing ?? 0, {
        one: '# row has neither an external ID nor an e-mail address.',
        other: '# rows have neither an external ID nor an e-mail address.',
      });
    case 'other_sender':
      return t`It was finished with a key that has sent none of its rows.`;
    case 'several_senders':
      return t`Several keys have sent its rows.`;
  }
}

/** The same, with what follows. */
export function notCompleteInWords(refused: RefusedFinishDto): string {
  return `${reasonOf(refused)} ${t`Nothing was done about users whom it does not name: they keep their access.`}`;
}
