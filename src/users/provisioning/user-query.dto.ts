import { QueryValue } from '../../http/fields/query-fields.js';

export class UserQueryDto {
  @QueryValue('isIn', { enum: ['provenance'], description: 'Who set each field last, too' }, (value) =>
    value === 'provenance' ? { value } : { problem: 'must be provenance' },
  )
  include?: 'provenance';
}

export class SetStatusQueryDto {
  @QueryValue(
    'isIn',
    {
      enum: ['hold'],
      description: 'hold: a de-provisioning that takes a member from the committee of a student is held',
    },
    (value) => (value === 'hold' ? { value } : { problem: 'must be hold' }),
  )
  ifImpact?: 'hold';
}
