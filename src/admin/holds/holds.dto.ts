import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { CalendarDate, OneOf } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { QueryMoment, QueryOneOf, QueryText, QueryValue } from '../../http/fields/query-fields.js';
import { RUN_NAME, RUN_NAME_RULE } from '../../tenancy/sync-run.js';
import {
  HeldRequest,
  HOLD_STATUSES,
  type HoldStatus,
} from '../../users/deprovisioning-limits/held-request.entity.js';
import type { HeldRun } from '../../users/deprovisioning-limits/held-requests.repository.js';
import { mostOf } from '../../users/deprovisioning-limits/allowance.js';
import { HOLD_ID, HoldDto, presentHold } from '../../users/deprovisioning-limits/hold.dto.js';
import { type Decision, DECISIONS } from '../../users/deprovisioning-limits/holds.service.js';
import type { ThresholdBreach } from '../../users/model/outcome.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { PersonInViewDto } from '../people-in-view.js';
import { ItemResultDto, Selection } from '../selection.js';

export const NO_RUN_NAME = `must be ${RUN_NAME_RULE}`;

export class HoldListQueryDto extends ListSortedBy('requestedAt') {
  @QueryOneOf(HOLD_STATUSES, 'default: all')
  status?: HoldStatus;

  @QueryValue('matches', { type: String, pattern: RUN_NAME.source }, (value) =>
    RUN_NAME.test(value) ? { value } : { problem: NO_RUN_NAME },
  )
  run?: string;

  @QueryText(64, 'The 950/951 ID or the legacyNumber')
  userId?: string;

  @QueryMoment('Asked for at or after this moment')
  since?: Date;
}

/** `decision` is required, since this call can end a person's access. */
class DecisionDto {
  @OneOf(DECISIONS, { required: true, example: 'reject' })
  decision!: Decision;

  @CalendarDate({
    description:
      'With reject: the last day on which no source de-provisions these users, at most a year ahead, in the time ' +
      'zone of the university. Omitted or null: the rejection stands for its run alone',
    example: null,
  })
  keepActiveUntil?: string | null;
}

export class DecideSelectionDto extends DecisionDto {
  @Selection(HOLD_ID, 'hd_00112233445566778899aabbcc')
  ids!: string[];
}

export class ReopenHoldsDto {
  @Selection(HOLD_ID, 'hd_00112233445566778899aabbcc')
  ids!: string[];
}

export class DecideRunDto extends DecisionDto {
  @Pattern(RUN_NAME, NO_RUN_NAME, {
    description: 'Omitted: the holds of calls without a run',
    example: 'nightly-2026-09-01',
  })
  run?: string | null;
}

/** A limit beyond which a de-provisioning was. */
export class PassedLimitDto {
  @ApiProperty({ type: String, nullable: true, description: 'The run; null: the limit of 24 hours' })
  run!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 200, description: 'The limit as a count' })
  count!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 5, description: 'The limit as a percentage' })
  percent!: number | null;

  @ApiProperty({ type: 'integer', example: 150, description: 'How many people the limit allowed' })
  most!: number;

  @ApiProperty({ type: 'integer', example: 3000, description: 'Active people at the beginning' })
  active!: number;
}

export function presentLimit({
  run,
  threshold: { count, percent },
  active,
}: ThresholdBreach): PassedLimitDto {
  return { run, count, percent, most: mostOf({ count, percent }, active), active };
}

/** A held de-provisioning in a list. */
export class HoldRowDto extends HoldDto {
  @ApiProperty({
    type: () => PersonInViewDto,
    nullable: true,
    description: 'The user; null when there is none any more',
  })
  person!: PersonInViewDto | null;

  @ApiProperty({
    type: PassedLimitDto,
    isArray: true,
    description: 'As they were when it was held; empty for another reason',
  })
  beyond!: PassedLimitDto[];

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  userName!: string | null;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty()
  requestId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'admin:951000001' })
  decidedBy!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bo Cruz' })
  decidedByLabel!: string | null;
}

/** A run with open holds. */
export class HeldRunDto {
  @ApiProperty({ type: String, nullable: true, description: 'null: calls without a run' })
  run!: string | null;

  @ApiProperty({ example: 312 })
  people!: number;

  @ApiProperty({ format: 'date-time', description: 'When the oldest of these holds began' })
  since!: string;
}

export function presentRun({ run, people, since }: HeldRun): HeldRunDto {
  return { run, people, since: since.toISOString() };
}

/** The result for one hold of a selection. */
export class DecidedDto extends ItemResultDto {
  @ApiProperty({ example: 'hd_00112233445566778899aabbcc' })
  id!: string;

  @ApiPropertyOptional({ description: 'When ok is true' })
  hold?: HoldRowDto;
}

export class DecidedRunDto {
  @ApiProperty({ example: 312 })
  decided!: number;

  @ApiProperty({
    example: 0,
    description:
      'Holds of this run that are still open; that of your own account is left to another administrator',
  })
  remaining!: number;
}

/** @param labels of the actor who asked and of the one who decided */
export function presentHoldRow(
  hold: HeldRequest,
  person: PersonInViewDto | null,
  labels: Pick<HoldRowDto, 'actorLabel' | 'decidedByLabel'>,
): HoldRowDto {
  const { actor, requestId, decidedBy, beyond } = hold;
  return {
    ...presentHold(hold, person?.committeeImpact ?? null),
    person,
    userName: person?.name ?? null,
    beyond: (beyond ?? []).map(presentLimit),
    actor,
    requestId,
    decidedBy,
    ...labels,
  };
}
