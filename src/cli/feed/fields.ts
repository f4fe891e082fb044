export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** How the text of a cell becomes a JSON value. */
export type FieldKind = 'text' | 'integer' | 'boolean' | 'list' | 'object';

const topFields: Record<string, FieldKind> = {
  email: 'text',
  firstName: 'text',
  lastName: 'text',
  accountType: 'text',
  accountStatus: 'text',
  externalId: 'text',
  schoolProgram: 'text',
  degree: 'text',
  monthOfEntry: 'integer',
  yearOfEntry: 'integer',
  monthOfGraduation: 'integer',
  yearOfGraduation: 'integer',
  domain: 'text',
  role: 'text',
  programId: 'text',
  name: 'text',
  middleInitial: 'text',
  isAffiliatedWithUniversity: 'boolean',
  hideProfilePage: 'boolean',
  unsubscribeAllGroupEmails: 'boolean',
  genderPronoun: 'text',
  userTags: 'list',
  nationalities: 'list',
  careerInterests: 'list',
  languages: 'list',
  customFields: 'object',
};

const facultyFields: Record<string, FieldKind> = {
  highestDegree: 'text',
  degreeField: 'text',
  facultyRank: 'text',
  externalOrganization: 'text',
  expertiseNotes: 'text',
  contentExpertiseTags: 'list',
  methodsExpertise: 'list',
  technicalExpertiseTags: 'list',
  tools: 'list',
  eligibleProgramIds: 'list',
  committeeRolesSupported: 'list',
  availabilityStatus: 'text',
  maxConcurrentCommittees: 'integer',
  graduateFacultyStatus: 'boolean',
  canServeAsChair: 'boolean',
  isExternal: 'boolean',
  isCommitteeEligible: 'boolean',
  leaveUntil: 'text',
};

const custom = 'customFields.';

export const requiredFields = ['email', 'firstName', 'lastName', 'accountType'] as const;

/**
 * Fields that a blank cell never clears: the required ones, externalId (a blank one is refused) and accountStatus,
 * whose default is `active`: a hole in an export must not let anybody in again.
 */
export const neverCleared: ReadonlySet<string> = new Set([...requiredFields, 'externalId', 'accountStatus']);

const kinds = new Map<string, FieldKind>([
  ...Object.entries(topFields),
  ...Object.entries(facultyFields).map(([name, kind]): [string, FieldKind] => [
    `facultyProfile.${name}`,
    kind,
  ]),
]);

const pathsByName = new Map<string, string>([
  ...Object.keys(facultyFields).map((name): [string, string] => [
    name.toLowerCase(),
    `facultyProfile.${name}`,
  ]),
  ...[...kinds.keys()].map((path): [string, string] => [path.toLowerCase(), path]),
]);

/**
 * The path of one of our fields by a name in any case: `email`, `facultyProfile.highestDegree`, bare `highestDegree`,
 * or `customFields.<any name>`; undefined when there is no such field.
 */
export function findField(name: string): string | undefined {
  const trimmed = name.trim();
  if (trimmed.toLowerCase().startsWith(custom.toLowerCase()) && trimmed.length > custom.length) {
    return custom + trimmed.slice(custom.length);
  }
  return pathsByName.get(trimmed.toLowerCase());
}

export function kindOf(path: string): FieldKind {
  return kinds.get(path) ?? 'text';
}

const booleans = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1'].map((word): [string, boolean] => [word, true]),
  ...['false', 'no', 'n', '0'].map((word): [string, boolean] => [word, false]),
]);

/** The value of a cell for a kind of field. A text that does not fit is kept as it is: the server then names it. */
export function convert(kind: FieldKind, text: string, separator?: string): JsonValue {
  switch (kind) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return booleans.get(text.toLowerCase()) ?? text;
    case 'list':
      return text
        .split(separator ?? /[,;]/)
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'object':
      return parseObject(text) ?? text;
    case 'text':
      return text;
  }
}

/**
 * Of a file of the operator's. A number that JSON cannot write again (1e400) stays one that the service refuses: it would
 * become null, which says something else.
 * @throws {SyntaxError}
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (value === Infinity) return Number.MAX_VALUE;
    return value === -Infinity ? -Number.MAX_VALUE : value;
  });
}

/** Whether a number stands for itself: of larger ones several are read as the same. */
export function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function parseObject(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text) as JsonValue;
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
