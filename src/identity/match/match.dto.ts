import { ApiProperty } from '@nestjs/swagger';

import { MATCH_FIELDS, type MatchField } from '../../config/match-model.js';
import { UserSummaryDto } from '../../users/model/dto/user.dto.js';
import type { MatchedBy } from '../../users/model/outcome.js';
import { type Band, BANDS } from './score.js';

/** What a post would be answered with. `MATCH PENDING`: a question for an administrator would be open. */
export const MATCH_OUTCOMES = [
  'DATA INSERTED',
  'DATA UPDATED',
  'IDENTITY_CONFLICT',
  'MATCH PENDING',
] as const;
export type MatchOutcome = (typeof MATCH_OUTCOMES)[number];

export class MatchReasonDto {
  @ApiProperty({
    enum: MATCH_FIELDS,
    enumName: 'MatchField',
    example: 'lastName',
    description: 'entry is the month and year of entry; number is externalId; name is both names, swapped',
  })
  field!: MatchField;

  @ApiProperty({
    example: 'same',
    description:
      'How far both agree: from same to different; the levels of each field are in docs/matching.md',
  })
  agreement!: string;

  @ApiProperty({ example: 7.8, description: 'Above 0 it speaks for one person, below 0 against' })
  weight!: number;
}

export class MatchCandidateDto {
  @ApiProperty({ type: UserSummaryDto })
  user!: UserSummaryDto;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.9987,
    description: 'The probability that both are one person',
  })
  confidence!: number;

  @ApiProperty({
    enum: BANDS,
    enumName: 'MatchBand',
    example: 'likely',
    description:
      'likely: more probable than not. possible: to be looked at; people of the same names always are',
  })
  band!: Band;

  @ApiProperty({
    type: [MatchReasonDto],
    description: 'The strongest first; a field that one of both lacks is left out',
  })
  reasons!: MatchReasonDto[];
}

export class MatchWarningDto {
  @ApiProperty({ example: 'externalId' })
  field!: string;

  @ApiProperty({ example: 'EXTERNAL_ID_NOT_FOUND' })
  code!: string;

  @ApiProperty({ example: 'No user has the ID 950000009' })
  message!: string;
}

/** What a post of this body would do now, and who else it may be about (contract, section 11). */
export class MatchDto {
  @ApiProperty({ enum: ['id', 'legacyNumber', 'email'], nullable: true, example: null })
  matchedBy!: MatchedBy | null;

  @ApiProperty({
    type: UserSummaryDto,
    nullable: true,
    example: null,
    description:
      'The stored user, as they are now, whom the post would be about; null when it would create one',
  })
  user!: UserSummaryDto | null;

  @ApiProperty({ type: [String], example: [], description: 'The fields that the post would change' })
  changed!: readonly string[];

  @ApiProperty({ type: [MatchWarningDto], example: [] })
  warnings!: readonly MatchWarningDto[];

  @ApiProperty({ enum: MATCH_OUTCOMES, example: 'DATA INSERTED' })
  outcome!: MatchOutcome;

  @ApiProperty({
    type: [MatchCandidateDto],
    maxItems: 10,
    description: 'At most 10, the likeliest first. The service never links them by itself',
  })
  candidates!: MatchCandidateDto[];
}
