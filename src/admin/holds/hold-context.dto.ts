import { ApiProperty } from '@nestjs/swagger';

import { Pattern } from '../../http/fields/pattern.js';
import { RUN_NAME } from '../../tenancy/sync-run.js';
import { HOLD_REASONS, type HoldReason } from '../../users/deprovisioning-limits/held-request.entity.js';
import { HOLD_ID } from '../../users/deprovisioning-limits/hold.dto.js';
import type { CommitteeImpact } from '../../users/model/committee-impacts.js';
import { CommitteeImpactDto } from '../../users/model/dto/committee-impact.dto.js';
import { PersonInViewDto } from '../people-in-view.js';
import { Selection } from '../selection.js';
import { HoldRowDto, NO_RUN_NAME, PassedLimitDto } from './holds.dto.js';

/** What runs like one usually do. */
export class UsualDeprovisioningsDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'De-provisioned people; the median' })
  deprovisioned!: number;

  @ApiProperty({
    type: 'integer',
    example: 7,
    description: 'How many earlier runs of the sender are compared',
  })
  runs!: number;
}

/** The run whose call was held. */
export class RunOfHoldDto {
  @ApiProperty({ example: 'nightly-2026-09-01' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 6485, description: 'People whom it sent' })
  received!: number;

  @ApiProperty({ type: 'integer', example: 150, description: 'People whom it de-provisioned itself' })
  deprovisioned!: number;

  @ApiProperty({ type: 'integer', example: 250, description: 'People whose de-provisioning was held' })
  held!: number;

  @ApiProperty({ type: 'integer', example: 30, description: 'Of the held, those released later' })
  released!: number;

  @ApiProperty({ type: 'integer', example: 220, description: 'Of the held, those that wait for a decision' })
  open!: number;

  @ApiProperty({
    type: () => UsualDeprovisioningsDto,
    nullable: true,
    description: 'null: too few runs like it are known',
  })
  usual!: UsualDeprovisioningsDto | null;
}

/** A held de-provisioning with everything that a decision needs. */
export class HoldDetailDto extends HoldRowDto {
  @ApiProperty({ type: () => RunOfHoldDto, nullable: true, description: 'null: the call named no run' })
  runOfHold!: RunOfHoldDto | null;
}

/** Either the holds of a selection, or those of a run. */
export class PreviewDecisionDto {
  @Selection(HOLD_ID, 'hd_00112233445566778899aabbcc', { instead: 'run' })
  ids?: string[];

  @Pattern(RUN_NAME, NO_RUN_NAME, {
    nullable: true,
    description: 'null: the holds of calls without a run',
  })
  run?: string | null;
}

/** People who have something in common. */
export class PeopleOfKindDto {
  @ApiProperty({ type: String, nullable: true, example: 'Student', description: 'null: not set' })
  value!: string | null;

  @ApiProperty({ type: 'integer', example: 240 })
  people!: number;
}

class HeldForDto {
  @ApiProperty({ enum: [...HOLD_REASONS] })
  reason!: HoldReason;

  @ApiProperty({ type: 'integer', example: 250 })
  people!: number;
}

/** What a release of several holds would mean. */
export class DecisionPreviewDto {
  @ApiProperty({ type: 'integer', example: 250, description: 'Of the open holds among these' })
  people!: number;

  @ApiProperty({ type: PeopleOfKindDto, isArray: true, description: 'The largest group first' })
  accountTypes!: PeopleOfKindDto[];

  @ApiProperty({ type: PeopleOfKindDto, isArray: true, description: 'The largest group first' })
  roles!: PeopleOfKindDto[];

  @ApiProperty({ type: PeopleOfKindDto, isArray: true, description: 'The largest group first' })
  programs!: PeopleOfKindDto[];

  @ApiProperty({ type: HeldForDto, isArray: true })
  reasons!: HeldForDto[];

  @ApiProperty({
    type: () => CommitteeImpactDto,
    description:
      'Active students who would lose a member of their committee, and of these those who lose a chair',
  })
  committeeImpact!: CommitteeImpact;

  @ApiProperty({
    type: PersonInViewDto,
    isArray: true,
    description: 'The members of committees whose departure concerns most students, at most 10',
  })
  members!: PersonInViewDto[];

  @ApiProperty({
    type: PassedLimitDto,
    isArray: true,
    description: 'The limits that the first of them were beyond',
  })
  beyond!: PassedLimitDto[];

  @ApiProperty({ type: () => RunOfHoldDto, nullable: true, description: 'null unless all are of one run' })
  runOfHold!: RunOfHoldDto | null;
}
