import type { User } from '../users/model/user.entity.js';
import type { ProgressDocument } from './entities/progress-document.entity.js';
import type { ProgressPartsDto, ProgressRecordDto } from './dto/progress-record.dto.js';

/** The members of a JSON object without its braces, so that two of them can be put together without parsing either. */
function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** What the record says of the person (contract, section 3). */
export function personText(user: User): string {
  const {
    id: studentId,
    legacyNumber,
    email,
    firstName,
    lastName,
    accountStatus,
    schoolProgram,
    programId,
    degree,
    monthOfEntry,
    yearOfEntry,
  } = user;
  return membersOf({
    studentId,
    legacyNumber,
    email,
    firstName,
    lastName,
    accountStatus,
    schoolProgram,
    programId,
    degree,
    monthOfEntry,
    yearOfEntry,
  });
}

/**
 * What a removal says, without its stamp. The number is the one that the last record had: a reader may have stored that
 * record under it.
 */
export function removalText({ id: studentId, legacyNumber }: User): string {
  return membersOf({ studentId, legacyNumber, removed: true });
}

/** The part of a document that tells of the person: the record's own text, and what lists sort and filter by. */
export function draftPerson(user: User): Pick<ProgressDocument, 'person' | 'sortName' | 'programId'> {
  const { lastName, firstName, programId } = user;
  return { person: personText(user), sortName: `${lastName}, ${firstName}`, programId };
}

/** What the record says of the work. */
export function progressText({ dissertation, milestones, pacing, committee }: ProgressPartsDto): string {
  return membersOf({ dissertation, milestones, pacing, committee });
}

export function parseProgressText(text: string): ProgressPartsDto {
  return JSON.parse(`{${text}}`) as ProgressPartsDto;
}

/** The end of a record: its stamp as the caller sees it. */
export function changedAtText(stamp: number): string {
  return `,"changedAt":"${new Date(stamp).toISOString()}"}`;
}

/** The record as the export sends it. */
export function parseRecord({ person, progress, changedAt }: ProgressDocument): ProgressRecordDto {
  return JSON.parse(`{${person},${progress}${changedAtText(changedAt)}`) as ProgressRecordDto;
}
