import { changedAtText } from '../tenancy/walks/walk-source.js';
import type { User } from '../users/model/user.entity.js';
import type { ProgressDocument } from './entities/progress-document.entity.js';
import type { ProgressPartsDto, ProgressRecordDto } from './dto/progress-record.dto.js';

/** The members of a JSON object without its braces, so that two of them can be joined without parsing. */
function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The part of the record about the person (contract, section 3). */
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
 * The entry of a removal, without its stamp. The number is that of the last record: a reader may have stored the record
 * under it.
 */
export function removalText({ id: studentId, legacyNumber }: User): string {
  return membersOf({ studentId, legacyNumber, removed: true });
}

/** `2024-09`, or `2024` where the month is not known. */
function entryOf({ yearOfEntry, monthOfEntry }: User): string | null {
  if (yearOfEntry === null) return null;
  return monthOfEntry === null ? `${yearOfEntry}` : `${yearOfEntry}-${String(monthOfEntry).padStart(2, '0')}`;
}

/** The part of a document about the person: the text of the record, and what lists sort and filter by. */
export function draftPerson(
  user: User,
): Pick<ProgressDocument, 'person' | 'sortName' | 'programId' | 'entry'> {
  const { lastName, firstName, programId } = user;
  return { person: personText(user), sortName: `${lastName}, ${firstName}`, programId, entry: entryOf(user) };
}

/** The part of the record about the work. */
export function progressText({ dissertation, milestones, pacing, committee }: ProgressPartsDto): string {
  return membersOf({ dissertation, milestones, pacing, committee });
}

export function parseProgressText(text: string): ProgressPartsDto {
  return JSON.parse(`{${text}}`) as ProgressPartsDto;
}

/** The record as the export sends it. */
export function parseRecord({ person, progress, changedAt }: ProgressDocument): ProgressRecordDto {
  return JSON.parse(`{${person},${progress}${changedAtText(changedAt)}`) as ProgressRecordDto;
}
