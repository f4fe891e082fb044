import { OneOf } from '../../http/fields/fields.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../model/account.js';
import { sentence } from '../../texts/sentence.js';

/** Contract, 2.5: without a body, or with `{}`, the user becomes inactive. */
export class SetUserStatusDto {
  @OneOf(ACCOUNT_STATUSES, {
    whyNotEmpty: sentence(
      'an empty column of an export must not lock people out. To de-provision, send inactive or leave the field out',
    ),
    description: 'Omitted: inactive. null is refused: an empty column of an export must not lock people out',
    example: 'active',
  })
  accountStatus?: AccountStatus | undefined;
}
