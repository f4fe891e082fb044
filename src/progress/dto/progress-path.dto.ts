import { Transform } from 'class-transformer';

import { Identifier, SnakeCase, WholeNumber } from '../../http/fields/fields.js';
import { LARGEST_VERSION } from './progress-parts.dto.js';

export class StudentPathDto {
  @Identifier(64, { required: true, description: 'The 950/951 ID or the legacyNumber' })
  studentId!: string;
}

export class VersionPathDto extends StudentPathDto {
  @WholeNumber(1, LARGEST_VERSION, { required: true })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  )
  number!: number;
}

export class MilestonePathDto extends StudentPathDto {
  @SnakeCase(64, { required: true })
  code!: string;
}
