import type { CreateUpdateUserDto } from '../users/model/dto/create-update-user.dto.js';
import { ADMINISTRATOR } from '../users/model/user-defaults.js';
import { FACULTY, STAFF } from './employees.js';
import { LEFT, PROGRAMS } from './students.js';
import type { University } from './university.js';

const DOMAIN = 'demo.example.edu';
/** The staff with the role application_admin, besides the demo administrator. */
const ADMINISTRATORS = new Set(['T-307', 'T-308']);

/** All people, as the SIS sends them the first night. */
export function firstNight(university: University): CreateUpdateUserDto[] {
  return [...students(university), ...faculty(), ...staff()];
}

/**
 * The nights after: some people have left, some have another name, program or address, and some only an administrator
 * can distinguish. What is accepted in between is not known to the SIS, which continues to send what it has.
 */
export function laterNight(university: University): CreateUpdateUserDto[] {
  const sent = firstNight(university).map((person) => ({
    ...person,
    ...(LEFT.has(person.externalId ?? '') ? { accountStatus: 'inactive' as const } : {}),
    ...CHANGED_OVERNIGHT[person.externalId ?? '']?.(person),
  }));
  return [...sent, ...puzzlingRows(sent)];
}

/** The numbers of students about whom the rows ask, by what becomes of the question. */
export const PUZZLING = { given: 'S-1001', open: 'S-1002', decided: 'S-1025', takenBack: 'S-1033' } as const;

function puzzlingRows(sent: readonly CreateUpdateUserDto[]): CreateUpdateUserDto[] {
  const known = (number: string): CreateUpdateUserDto => {
    const found = sent.find(({ externalId }) => externalId === number);
    if (found === undefined) throw new Error(`The demo has no ${number}`);
    return found;
  };
  const newcomer = { firstName: 'Thandiwe', lastName: 'Mbeki-Okonkwo', email: `thandiwe.mbeki@${DOMAIN}` };
  return [
    // A number that was given away again, twice in one night.
    { ...known(PUZZLING.given), ...newcomer, yearOfEntry: 2026 },
    { ...known(PUZZLING.given), ...newcomer, yearOfEntry: 2026, degree: 'EdD' },
    // Addresses of other students.
    { ...known(PUZZLING.open), email: known('S-1003').email },
    { ...known(PUZZLING.decided), email: known('S-1026').email },
    { ...known(PUZZLING.takenBack), email: known('S-1034').email },
  ];
}

type Change = (person: CreateUpdateUserDto) => Partial<CreateUpdateUserDto>;

const CHANGED_OVERNIGHT: Readonly<Record<string, Change>> = {
  'S-1006': ({ lastName }) => ({ lastName: `${lastName}-Nagymező` }),
  'S-1011': () => ({ genderPronoun: 'he/him', userTags: ['part-time'] }),
  'S-1020': ({ email }) => ({ email: `${email.split('.', 1).join('')}.b@${DOMAIN}` }),
  'S-1032': () => ({ schoolProgram: 'Public Health (weekend cohort)' }),
  'F-206': () => ({ facultyProfile: { facultyRank: 'Professor', availabilityStatus: 'limited' } }),
  'F-212': () => ({ facultyProfile: { leaveUntil: null, tools: ['ATLAS.ti'] } }),
};

function students({ students: rows }: University): CreateUpdateUserDto[] {
  return rows.map(([externalId, firstName, lastName, address, programId, yearOfEntry], index) => {
    const [schoolProgram, degree] = PROGRAMS[programId];
    return {
      externalId,
      firstName,
      lastName,
      email: `${address}@${DOMAIN}`,
      accountType: 'Student',
      programId,
      schoolProgram,
      degree,
      monthOfEntry: index % 3 === 0 ? 1 : 9,
      yearOfEntry,
      customFields: { cohort: `${yearOfEntry}-${index % 2 === 0 ? 'A' : 'B'}` },
    };
  });
}

function faculty(): CreateUpdateUserDto[] {
  return FACULTY.map(([externalId, firstName, lastName, address, facultyProfile]) => ({
    externalId,
    firstName,
    lastName,
    email: `${address}@${DOMAIN}`,
    accountType: 'Faculty',
    facultyProfile,
  }));
}

function staff(): CreateUpdateUserDto[] {
  return STAFF.map(([externalId, firstName, lastName, address]) => ({
    externalId,
    firstName,
    lastName,
    email: `${address}@${DOMAIN}`,
    accountType: 'Staff',
    ...(ADMINISTRATORS.has(externalId) ? { role: ADMINISTRATOR } : {}),
  }));
}
