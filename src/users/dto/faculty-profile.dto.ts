import { CalendarDate, Flag, ListOf, OneOf, Text, TextList, WholeNumber } from '../../http/fields/fields.js';
import { AVAILABILITY_STATUSES, COMMITTEE_ROLES, type CommitteeRole } from '../faculty-profile.js';

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
