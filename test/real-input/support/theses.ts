import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const script = join(root, '../shared/data/theses_to_feed.mjs');
const sample = join(root, 'test/fixtures/real-input/theses-nights');

/** A line of users.ndjson. */
export interface SourceUser {
  readonly externalId: string;
  readonly email: string;
  readonly firstName: string;
  readonly middleInitial?: string;
  readonly lastName: string;
  readonly accountType: 'Student' | 'Faculty';
  readonly accountStatus?: 'active' | 'inactive';
  readonly schoolProgram?: string;
  readonly programId?: string;
  readonly degree?: string;
  readonly monthOfEntry?: number;
  readonly yearOfEntry?: number;
  readonly facultyProfile?: { readonly isExternal?: boolean };
}

/** A line of progress.ndjson. */
export interface SourceThesis {
  readonly studentExternalId: string;
  readonly title: string;
  readonly status: 'in_progress' | 'defended';
  readonly firstRegistrationDate: string | null;
  readonly defenceDate: string | null;
  readonly defenceDatePrecision: 'day' | 'year' | null;
  readonly committee: readonly { readonly externalId: string; readonly role: string }[];
}

/** The data of both libraries on one day. */
export interface Night {
  /** For the nightly command. */
  readonly usersFile: string;
  readonly users: ReadonlyMap<string, SourceUser>;
  /** By student; a later thesis replaces an earlier one, because a record has one dissertation. */
  readonly theses: ReadonlyMap<string, SourceThesis>;
}

export type Origin = 'all' | 'sample';

export const ORIGINS: readonly Origin[] = existsSync(script) ? ['all'] : ['sample'];

/** @param day `undated` for all data, otherwise the state of that day */
export async function nightOf(origin: Origin, day: string, scratch: string): Promise<Night> {
  const folder = join(origin === 'all' ? scratch : sample, day);
  const asOf = day === 'undated' ? [] : ['--as-of', day];
  if (origin === 'all') await promisify(execFile)(process.execPath, [script, '--out', folder, ...asOf]);
  const usersFile = join(folder, 'users.ndjson');
  const users = await rowsOf<SourceUser>(usersFile);
  const theses = await rowsOf<SourceThesis>(join(folder, 'progress.ndjson'));
  return {
    usersFile,
    users: new Map(users.map((user) => [user.externalId, user])),
    theses: new Map(theses.map((thesis) => [thesis.studentExternalId, thesis])),
  };
}

async function rowsOf<T>(file: string): Promise<T[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}

/** A date with only a year is left out. */
function defendedOn({ defenceDate, defenceDatePrecision }: SourceThesis): string | null {
  return defenceDatePrecision === 'day' ? defenceDate : null;
}

/** A line of the progress bulk call. */
export function toLine(thesis: SourceThesis): object {
  const { studentExternalId, title, status, firstRegistrationDate, committee } = thesis;
  return {
    studentId: studentExternalId,
    dissertation: { title, status, startedOn: firstRegistrationDate, defendedOn: defendedOn(thesis) },
    committee: {
      members: committee.map(({ externalId, role }) => ({ facultyId: externalId, role, status: 'accepted' })),
    },
  };
}

function nameOf({ firstName, middleInitial, lastName }: SourceUser): string {
  return [firstName, middleInitial === undefined ? '' : `${middleInitial}.`, lastName]
    .filter(Boolean)
    .join(' ');
}

function committeeOf(thesis: SourceThesis | undefined, users: Night['users']): object {
  const members = (thesis?.committee ?? []).map(({ externalId, role }) => {
    const member = users.get(externalId);
    return {
      facultyId: externalId,
      name: member === undefined ? null : nameOf(member),
      role,
      status: 'accepted',
      isExternal: member?.facultyProfile?.isExternal ?? false,
      active: member?.accountStatus !== 'inactive',
    };
  });
  const hasChair = members.some(({ role, active }) => role === 'chair' && active);
  const status = members.length === 0 ? 'not_started' : hasChair ? 'pending_approval' : 'forming';
  return { status, formedOn: null, missingRoles: hasChair ? [] : ['chair'], members };
}

/** The record that the source's data must lead to, with the source's numbers of people. */
export function expectedRecord(student: SourceUser, { users, theses }: Night): object {
  const thesis = theses.get(student.externalId);
  return {
    legacyNumber: student.externalId,
    email: student.email,
    firstName: student.firstName,
    lastName: student.lastName,
    accountStatus: student.accountStatus ?? 'active',
    // 19 French disciplines end in a space; every text is trimmed.
    schoolProgram: student.schoolProgram?.trim() ?? null,
    programId: student.programId ?? null,
    degree: student.degree ?? null,
    monthOfEntry: student.monthOfEntry ?? null,
    yearOfEntry: student.yearOfEntry ?? null,
    dissertation: {
      title: thesis?.title ?? null,
      status: thesis?.status ?? 'not_started',
      startedOn: thesis?.firstRegistrationDate ?? null,
      defendedOn: thesis === undefined ? null : defendedOn(thesis),
      versions: [],
    },
    milestones: [],
    committee: committeeOf(thesis, users),
  };
}

export function studentsOf({ users }: Night): SourceUser[] {
  return [...users.values()].filter(({ accountType }) => accountType === 'Student');
}
