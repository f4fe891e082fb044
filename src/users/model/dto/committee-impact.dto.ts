import { ApiProperty } from '@nestjs/swagger';

import type { CommitteeImpact } from '../committee-impacts.js';

/** What the departure of a faculty member means for committees. */
export class CommitteeImpactDto implements CommitteeImpact {
  @ApiProperty({ type: 'integer', example: 4, description: 'Students who lose a member of their committee' })
  students!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Of these, the ones who lose their chair' })
  chairs!: number;
}
