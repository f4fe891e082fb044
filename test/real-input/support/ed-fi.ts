import { readFile } from 'node:fs/promises';

import { XMLParser } from 'fast-xml-parser';

type Element = Record<string, unknown>;

const repeated = [
  'Staff',
  'Student',
  'StaffEducationOrganizationAssignmentAssociation',
  'StaffEducationOrganizationEmploymentAssociation',
];

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => repeated.includes(name) });

/** The elements of one kind in an Ed-Fi interchange file. */
async function elementsOf(file: string, interchange: string): Promise<Record<string, Element[]>> {
  const document = parser.parse(await readFile(file, 'utf8')) as Record<string, Record<string, Element[]>>;
  return document[interchange] ?? {};
}

function at(element: unknown, ...path: string[]): string {
  let node = element;
  for (const name of path) node = (node as Element | undefined)?.[name];
  return typeof node === 'string' ? node : '';
}

/** The last part of a descriptor such as `uri://ed-fi.org/LevelOfEducationDescriptor#Doctorate`. */
function word(descriptor: string): string {
  return descriptor.slice(descriptor.indexOf('#') + 1);
}

/** Only the names, without birth data and titles. */
function namesOf(person: Element): Element {
  const preferred = `${at(person, 'Name', 'PreferredFirstName')} ${at(person, 'Name', 'PreferredLastSurname')}`;
  const suffix = at(person, 'Name', 'GenerationCodeSuffix');
  return {
    firstName: at(person, 'Name', 'FirstName'),
    middleInitial: at(person, 'Name', 'MiddleName').slice(0, 1),
    lastName: `${at(person, 'Name', 'LastSurname')} ${suffix}`.trim(),
    name: preferred.trim(),
  };
}

/** @param emailOf returns the address, which the source lacks; without it the person has none */
export async function edFiStudents(file: string, emailOf?: (id: string) => string): Promise<Element[]> {
  const { Student = [] } = await elementsOf(file, 'InterchangeStudent');
  return Student.map((student) => {
    const id = at(student, 'StudentUniqueId');
    const address = emailOf === undefined ? {} : { email: emailOf(id) };
    return { externalId: id, ...namesOf(student), ...address, accountType: 'Student' };
  });
}

export async function edFiStaff(file: string): Promise<Element[]> {
  const elements = await elementsOf(file, 'InterchangeStaffAssociation');
  const byStaff = (kind: string): Map<string, Element> =>
    new Map(
      (elements[kind] ?? []).map((one) => [at(one, 'StaffReference', 'StaffIdentity', 'StaffUniqueId'), one]),
    );
  const assignments = byStaff('StaffEducationOrganizationAssignmentAssociation');
  const employments = byStaff('StaffEducationOrganizationEmploymentAssociation');
  return (elements.Staff ?? []).map((staff) => {
    const id = at(staff, 'StaffUniqueId');
    const assignment = assignments.get(id);
    const teaches = word(at(assignment, 'StaffClassification')) === 'Teacher';
    const left = at(employments.get(id), 'EmploymentPeriod', 'EndDate') !== '';
    return {
      externalId: id,
      ...namesOf(staff),
      email: at(staff, 'ElectronicMail', 'ElectronicMailAddress'),
      accountType: teaches ? 'Faculty' : 'Staff',
      accountStatus: left ? 'inactive' : 'active',
      facultyProfile: {
        highestDegree: word(at(staff, 'HighestCompletedLevelOfEducation')),
        facultyRank: at(assignment, 'PositionTitle'),
      },
    };
  });
}
