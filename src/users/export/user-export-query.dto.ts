import { isSnakeCase } from '../../http/fields/formats.js';
import {
  QueryFlag,
  QueryMoment,
  QueryNumber,
  QueryOneOf,
  QueryReferences,
  QueryText,
  QueryValue,
} from '../../http/fields/query-fields.js';
import { charactersOf, composed } from '../../http/fields/text-rules.js';
import { DEFAULT_LIMIT, LARGEST_LIMIT } from '../../tenancy/walks/walks.js';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type AccountStatus,
  type AccountType,
} from '../model/user.entity.js';

const LONGEST_PROGRAM = 64;

/** Contract, section 14. */
export class UserExportQueryDto {
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

  @QueryValue(
    'isSnakeCase',
    {
      type: String,
      description: 'The role that applies: the one that was set, or else the default of the account type',
    },
    (value) =>
      isSnakeCase(value) ? { value } : { problem: 'must be lower snake case, such as department_chair' },
  )
  role?: string;

  @QueryMoment('People changed at or after it', 'isSince')
  since?: Date;

  @QueryNumber(1, LARGEST_LIMIT, `default ${DEFAULT_LIMIT}`)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;

  @QueryFlag('true: people who were erased come once, as removed, whatever the filters')
  includeRemoved?: boolean;
}
