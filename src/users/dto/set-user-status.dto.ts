import { OneOf } from '../../http/fields/fields.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../user.entity.js';

/** Contract, 2.5: without a body, or with `{}`, the user becomes inactive. */
export class SetUserStatusDto {
  @OneOf(ACCOUNT_STATUSES, { description: 'Default inactive', example: 'active' })
  accountStatus?: AccountStatus | null;
}
