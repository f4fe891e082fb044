export const FIRST = [
  'Ann',
  'Soheila',
  'Zoë',
  'José',
  'Marie Anne',
  'Wei',
  'Olufemi',
  'Ingrid',
  'Tomasz',
  'Priya',
];
export const LAST = [
  'Lee',
  'Abrishami',
  'Müller-Groß',
  "O'Brien",
  'Le Goff',
  'Nakamura',
  'Adeyemi',
  'García López',
];

export interface Person {
  readonly email: string;
  readonly externalId: string;
  readonly [field: string]: unknown;
}

/** The fields in which the editions of a person differ. */
export const degreeOf = (edition: number): string => `EdD ${edition}`;

/**
 * One person as an SIS sends it. Every tenth is faculty with a profile.
 * @param set people of different sets are different people
 * @param edition another one changes the degree and a tag, as a nightly update does
 */
export function personOf(set: string, index: number, edition = 1): Person {
  const isFaculty = index % 10 === 9;
  const number = String(index).padStart(7, '0');
  return {
    externalId: `${set}-${number}`,
    email: `person.${set}.${number}@bench.example.edu`,
    firstName: FIRST[index % FIRST.length] ?? '',
    lastName: LAST[index % LAST.length] ?? '',
    accountType: isFaculty ? 'Faculty' : 'Student',
    accountStatus: 'active',
    schoolProgram: 'Educational Leadership',
    programId: `program-${index % 40}`,
    degree: degreeOf(edition),
    monthOfEntry: 1 + (index % 12),
    yearOfEntry: 2020 + (index % 6),
    userTags: ['doctoral', `cohort-${index % 9}`, `edition-${edition}`],
    languages: ['English', 'Français'],
    customFields: { advisor: `F-${index % 500}`, fullTime: index % 2 === 0 },
    ...(isFaculty
      ? {
          facultyProfile: {
            highestDegree: 'PhD',
            facultyRank: 'Associate Professor',
            contentExpertiseTags: ['adult learning', 'policy'],
            maxConcurrentCommittees: 8,
          },
        }
      : {}),
  };
}

export function peopleOf(set: string, count: number, edition = 1): Person[] {
  return Array.from({ length: count }, (_, index) => personOf(set, index, edition));
}
