import { ApiProperty } from '@nestjs/swagger';

import { Pattern } from '../../http/fields/pattern.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../model/account.js';
import { CommitteeImpactDto } from '../model/dto/committee-impact.dto.js';
import type { CommitteeImpact } from '../model/committee-impacts.js';
import {
  type HeldRequest,
  HOLD_REASONS,
  HOLD_STATUSES,
  type HoldReason,
  type HoldStatus,
} from './held-request.entity.js';

export const HOLD_ID = /^hd_[0-9a-f]{26}$/;

export class HoldPathDto {
  @Pattern(HOLD_ID, 'must be the id of a held request', {
    required: true,
    example: 'hd_00112233445566778899aabbcc',
  })
  id!: string;
}

/** A de-provisioning that is held, and what became of it. */
export class HoldDto {
  @ApiProperty({ example: 'hd_00112233445566778899aabbcc' })
  id!: string;

  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES], description: 'What was asked for' })
  accountStatus!: AccountStatus;

  @ApiProperty({
    enum: [...HOLD_STATUSES],
    description: 'withdrawn: a later call said that the person is active',
  })
  status!: HoldStatus;

  @ApiProperty({ type: String, nullable: true, description: 'The run of the SIS that asked' })
  run!: string | null;

  @ApiProperty({ format: 'date-time' })
  requestedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  decidedAt!: string | null;

  @ApiProperty({
    enum: [...HOLD_REASONS],
    description: 'Beyond a limit, because of ifImpact=hold, or within a pause of de-provisionings',
  })
  reason!: HoldReason;

  @ApiProperty({
    type: () => CommitteeImpactDto,
    nullable: true,
    description: 'What the departure means for committees now; null for people who are no faculty members',
  })
  committeeImpact!: CommitteeImpact | null;
}

export function presentHold(hold: HeldRequest, committeeImpact: CommitteeImpact | null): HoldDto {
  const { id, userId, accountStatus, status, run, requestedAt, decidedAt, reason } = hold;
  return {
    id,
    userId,
    accountStatus,
    status,
    run,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    reason,
    committeeImpact,
  };
}
