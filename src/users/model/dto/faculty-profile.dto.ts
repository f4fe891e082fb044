import { ApiProperty } from '@nestjs/swagger';

import {
  CalendarDate,
  Flag,
  ListOf,
  OneOf,
  Text,
  TextList,
  WholeNumber,
} from '../../../http/fields/fields.js';
import {
  AVAILABILITY_STATUSES,
  COMMITTEE_ROLES,
  type CommitteeRole,
  type FacultyProfile,
} from '../faculty-profile.js';

const text = { type: String, nullable: true } as const;
const flag = { type: Boolean, nullable: true } as const;
const texts = { type: String, isArray: true } as const;

/** Contract, 2.2. On an update the fields that are sent are merged into the stored profile; null clears one. */
export class FacultyProfileDto {
  @Text(255, { example: 'PhD' })
  highestDegree?: string | null;

  @Text(255, { example: 'Educational Leadership' })
  degreeField?: string | null;

  @Text(255, { example: 'Associate Professor' })
  facultyRank?: string | null;

  @Text(255, { description: 'Where an external member works' })
  externalOrganization?: string | null;

  @Text(10_000)
  expertiseNotes?: string | null;

  @TextList({ example: ['adult learning', 'policy'] })
  contentExpertiseTags?: string[] | null;

  @TextList({ example: ['mixed methods'] })
  methodsExpertise?: string[] | null;

  @TextList()
  technicalExpertiseTags?: string[] | null;

  @TextList({ example: ['NVivo', 'R'] })
  tools?: string[] | null;

  @TextList({ description: 'programIds whose committees this person may join' })
  eligibleProgramIds?: string[] | null;

  @ListOf(COMMITTEE_ROLES, { example: ['chair', 'member'] })
  committeeRolesSupported?: CommitteeRole[] | null;

  @OneOf(AVAILABILITY_STATUSES)
  availabilityStatus?: (typeof AVAILABILITY_STATUSES)[number] | null;

  @WholeNumber(0, 1000, { description: 'default 10' })
  maxConcurrentCommittees?: number | null;

  @Flag()
  graduateFacultyStatus?: boolean | null;

  @Flag({ description: 'default: true exactly when the role is chair' })
  canServeAsChair?: boolean | null;

  @Flag()
  isExternal?: boolean | null;

  @Flag()
  isCommitteeEligible?: boolean | null;

  @CalendarDate({ description: 'On leave up to and including this day', example: '2027-01-31' })
  leaveUntil?: string | null;
}

/** The profile in answers: every field, with defaults filled in. */
export class PresentedFacultyProfileDto implements FacultyProfile {
  @ApiProperty(text)
  highestDegree!: string | null;

  @ApiProperty(text)
  degreeField!: string | null;

  @ApiProperty(text)
  facultyRank!: string | null;

  @ApiProperty(text)
  externalOrganization!: string | null;

  @ApiProperty(text)
  expertiseNotes!: string | null;

  @ApiProperty(texts)
  contentExpertiseTags!: string[];

  @ApiProperty(texts)
  methodsExpertise!: string[];

  @ApiProperty(texts)
  technicalExpertiseTags!: string[];

  @ApiProperty(texts)
  tools!: string[];

  @ApiProperty(texts)
  eligibleProgramIds!: string[];

  @ApiProperty({ enum: [...COMMITTEE_ROLES], isArray: true })
  committeeRolesSupported!: CommitteeRole[];

  @ApiProperty({ enum: [...AVAILABILITY_STATUSES], nullable: true })
  availabilityStatus!: FacultyProfile['availabilityStatus'];

  @ApiProperty({ type: 'integer', example: 10 })
  maxConcurrentCommittees!: number;

  @ApiProperty(flag)
  graduateFacultyStatus!: boolean | null;

  @ApiProperty()
  canServeAsChair!: boolean;

  @ApiProperty(flag)
  isExternal!: boolean | null;

  @ApiProperty(flag)
  isCommitteeEligible!: boolean | null;

  @ApiProperty({ ...text, format: 'date' })
  leaveUntil!: string | null;
}
