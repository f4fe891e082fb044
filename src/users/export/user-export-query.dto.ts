import {
  QueryFlag,
  QueryOneOf,
  QueryReferences,
  QueryText,
  QueryValue,
} from '../../http/fields/query-fields.js';
import { charactersOf, composed } from '../../http/fields/text-rules.js';
import { WalkQueryDto } from '../../tenancy/walks/walk-query.dto.js';
import { QueryRole } from '../model/dto/query-role.js';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../model/account.js';

const LONGEST_PROGRAM = 64;

/** Contract, section 14. */
export class UserExportQueryDto extends WalkQueryDto {
  @QueryReferences('isExternalIdList', 'people')
  externalId?: string[];

  @QueryText(254, 'One address, ignoring case')
  email?: string;

  @QueryOneOf(ACCOUNT_STATUSES)
  accountStatus?: AccountStatus;

  @QueryOneOf(ACCOUNT_TYPES)
  accountType?: AccountType;

  @QueryValue('isText', { type: String, maxLength: LONGEST_PROGRAM, description: 'A program' }, (text) => {
    const value = composed(text);
    return charactersOf(value) <= LONGEST_PROGRAM
      ? { value }
      : { problem: `must have at most ${LONGEST_PROGRAM} characters` };
  })
  programId?: string;

  @QueryRole()
  role?: string;

  @QueryFlag('true: people who were erased come once, as removed, whatever the filters')
  includeRemoved?: boolean;
}
