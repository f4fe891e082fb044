import {
  address,
  type FieldRule,
  flag,
  IS_BLANK,
  IS_REQUIRED,
  list,
  oneOf,
  text,
  TEXT_FAULTS,
  tooLong,
  UNMISTAKABLE_FAULTS,
  requiredText,
  whole,
  x,
} from './field-rule.js';

/** An object of so many members. */
function members(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, index]));
}

/** Contract, 2.1. */
export const USER_RULES: readonly FieldRule[] = [
  requiredText('firstName', 100),
  requiredText('lastName', 100),
  {
    field: 'email',
    accepts: [
      [" Ann.O'Hara+x@Example.EDU ", "Ann.O'Hara+x@Example.EDU"],
      ['rené@exämple.edu', 'rené@exämple.edu'],
      ['ann..lee.@docomo.example.jp', 'ann..lee.@docomo.example.jp'],
      [address(254), address(254)],
      // Each of these becomes two characters in lower case.
      [address(240, 'İ'.repeat(32)), address(240, 'İ'.repeat(32))],
    ],
    refuses: [
      ...UNMISTAKABLE_FAULTS,
      ...IS_REQUIRED,
      ...IS_BLANK,
      [address(255), 'must be at most 254 characters long'],
      ...[
        'ann',
        'ann@x',
        'a b@example.edu',
        '@example.edu',
        'ann@example.edu, b@example.edu',
        'ann..lee@example.edu',
      ].map((wrong) => [wrong, 'must be an e-mail address, such as ann.lee@example.edu'] as const),
    ],
  },
  {
    ...oneOf('accountType', ['Student', 'Faculty', 'Staff']),
    refuses: [...oneOf('accountType', ['Student', 'Faculty', 'Staff']).refuses, ...IS_REQUIRED],
  },
  oneOf('accountStatus', ['active', 'inactive'], 'active'),
  text('schoolProgram', 255),
  text('degree', 255),
  {
    ...text('programId', 64),
    accepts: [
      [' edd\t', 'edd'],
      ['EdD, 学 1', 'EdD, 学 1'],
      ['e\u0301'.repeat(32), 'e\u0301'.repeat(32)],
      [x(64), x(64)],
    ],
    refuses: [
      ...UNMISTAKABLE_FAULTS,
      tooLong(64),
      ...['.', '..', '_all', '_ALL'].map(
        (wrong) => [wrong, `must not be ${wrong}, which an address cannot contain`] as const,
      ),
    ],
  },
  { ...text('name', 255), cleared: 'Ann Lee' },
  text('genderPronoun', 100),
  whole('monthOfEntry', 1, 12),
  whole('monthOfGraduation', 1, 12),
  whole('yearOfEntry', 1000, 9999),
  whole('yearOfGraduation', 1000, 9999),
  {
    field: 'domain',
    accepts: [
      [' cs.example.edu ', 'cs.example.edu'],
      ['EXAMPLE.org', 'EXAMPLE.org'],
    ],
    refuses: [
      ...UNMISTAKABLE_FAULTS,
      ...['example', 'a b.edu', 'https://example.edu', 'a@example.edu'].map(
        (wrong) => [wrong, 'must be a domain name, such as example.edu'] as const,
      ),
    ],
    cleared: 'test.example.edu',
    blankClears: true,
  },
  {
    field: 'role',
    accepts: [
      [' department_chair ', 'department_chair'],
      ['r'.repeat(64), 'r'.repeat(64)],
      ['level_2', 'level_2'],
    ],
    refuses: [
      ...TEXT_FAULTS,
      tooLong(64),
      ...['Chair', 'a-b', '_a', 'a__b', '2nd', 'dé'].map(
        (wrong) => [wrong, 'must be lower snake case, such as department_chair'] as const,
      ),
    ],
    cleared: 'student',
    blankClears: true,
  },
  {
    field: 'middleInitial',
    accepts: [
      ['M.', 'M'],
      [' m ', 'm'],
      ['É', 'É'],
      ['李', '李'],
    ],
    refuses: [
      ...TEXT_FAULTS,
      ...['MM', 'M..', '.', '1', '-'].map(
        (wrong) => [wrong, 'must be one letter, such as "M" or "M."'] as const,
      ),
    ],
    cleared: null,
    blankClears: true,
  },
  flag('isAffiliatedWithUniversity', true),
  flag('hideProfilePage', false),
  flag('unsubscribeAllGroupEmails', false),
  list('userTags'),
  list('nationalities'),
  list('careerInterests'),
  list('languages'),
  {
    field: 'customFields',
    accepts: [
      [
        { a: [1, { b: ' x ' }], c: null, 'd e': -0.5 },
        { a: [1, { b: ' x ' }], c: null, 'd e': -0.5 },
      ],
      [{ only: 'this' }, { only: 'this' }],
      [
        { constructor: 'x', toString: 1 },
        { constructor: 'x', toString: 1 },
      ],
      [{ a: [[[[[[[]]]]]]] }, { a: [[[[[[[]]]]]]] }],
      [{ a: x(16 * 1024 - 8) }, { a: x(16 * 1024 - 8) }],
      [members(500), members(500)],
      [{}, {}],
      [{ z: 1 }, { z: 1 }],
    ],
    refuses: [
      ['{}', 'must be an object'],
      ['', 'must be an object'],
      [[], 'must be an object'],
      [5, 'must be an object'],
      [{ a: [[[[[[[[]]]]]]]] }, 'must not nest deeper than 8 levels'],
      [{ a: x(16 * 1024 - 7) }, 'must be at most 16 KiB as JSON'],
      [members(501), 'must have at most 500 members'],
      [JSON.parse('{"a":{"__proto__":{"b":1}}}'), 'must not have a key named __proto__'],
      [{ a: ['\u0000'] }, 'must not contain control characters other than tab and newline'],
      [{ a: '\udc00' }, 'must be valid Unicode; it contains half a surrogate pair'],
    ],
    cleared: {},
  },
];

/** Contract, 2.2. */
export const PROFILE_RULES: readonly FieldRule[] = [
  text('highestDegree', 255),
  text('degreeField', 255),
  text('facultyRank', 255),
  text('externalOrganization', 255),
  text('expertiseNotes', 10_000),
  list('contentExpertiseTags'),
  list('methodsExpertise'),
  list('technicalExpertiseTags'),
  list('tools'),
  list('eligibleProgramIds'),
  {
    field: 'committeeRolesSupported',
    accepts: [
      [
        ['member', 'chair', 'member', 'content_expert', 'methodologist_technical_expert'],
        ['member', 'chair', 'content_expert', 'methodologist_technical_expert'],
      ],
      [['member'], ['member']],
    ],
    refuses: [
      ['chair', 'must be a list'],
      ...['Chair', '', null, 5].map(
        (wrong) =>
          [
            ['chair', wrong],
            'has a bad item: item 2 must be one of chair, content_expert, methodologist_technical_expert, member',
          ] as const,
      ),
    ],
    cleared: [],
  },
  oneOf('availabilityStatus', ['available', 'limited', 'unavailable'], null),
  whole('maxConcurrentCommittees', 0, 1000, 10),
  flag('graduateFacultyStatus', null),
  flag('canServeAsChair', false),
  flag('isExternal', null),
  flag('isCommitteeEligible', null),
  {
    field: 'leaveUntil',
    accepts: [
      ['2024-02-29', '2024-02-29'],
      [' 2027-01-31 ', '2027-01-31'],
    ],
    refuses: [
      '2023-02-29',
      '2026-13-01',
      '2026-1-1',
      '31.01.2027',
      '2027-01-31T00:00:00Z',
      20270131,
      true,
    ].map((wrong) => [wrong, 'must be a real calendar date in the form YYYY-MM-DD'] as const),
    cleared: null,
    blankClears: true,
  },
];
