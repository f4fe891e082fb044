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
import { COMMITTEE_ROLES, type CommitteeRole } from '../../../settings/committee-roles.js';
import { AVAILABILITY_STATUSES, type FacultyProfile } from '../fields/faculty-profile.js';

const TEXT = { type: String, nullable: true } as const;
const FLAG = { type: Boolean, nullable: true } as const;
const TEXTS = { type: String, isArray: true } as const;

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
  @ApiProperty(TEXT)
  highestDegree!: string | null;

  @ApiProperty(TEXT)
  degreeField!: string | null;

  @ApiProperty(TEXT)
  facultyRank!: string | null;

  @ApiProperty(TEXT)
  externalOrganization!: string | null;

  @ApiProperty(TEXT)
  expertiseNotes!: string | null;

  @ApiProperty(TEXTS)
  contentExpertiseTags!: string[];

  @ApiProperty(TEXTS)
  methodsExpertise!: string[];

  @ApiProperty(TEXTS)
  technicalExpertiseTags!: string[];

  @ApiProperty(TEXTS)
  tools!: string[];

  @ApiProperty(TEXTS)
  eligibleProgramIds!: string[];

  @ApiProperty({ enum: [...COMMITTEE_ROLES], isArray: true })
  committeeRolesSupported!: CommitteeRole[];

  @ApiProperty({ enum: [...AVAILABILITY_STATUSES], nullable: true })
  availabilityStatus!: FacultyProfile['availabilityStatus'];

  @ApiProperty({ type: 'integer', example: 10 })
  maxConcurrentCommittees!: number;

  @ApiProperty(FLAG)
  graduateFacultyStatus!: boolean | null;

  @ApiProperty()
  canServeAsChair!: boolean;

  @ApiProperty(FLAG)
  isExternal!: boolean | null;

  @ApiProperty(FLAG)
  isCommitteeEligible!: boolean | null;

  @ApiProperty({ ...TEXT, format: 'date' })
  leaveUntil!: string | null;
}
