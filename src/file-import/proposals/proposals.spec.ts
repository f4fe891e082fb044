import { defaultMapping } from '../mapping/default-mapping.js';
import { columnKey, type Mapping, mergeMappings } from '../mapping/mapping.js';
import { parseMapping } from '../mapping/parse-mapping.js';
import { type Beginning, type EarlierMapping, type Proposal, proposalsFor } from './proposals.js';
import { ruleOf } from './rule-of.js';

/** A file whose columns have these cells, read with this mapping file. */
function beginning(columns: Record<string, readonly string[]>, file: object = {}): Beginning {
  const header = Object.keys(columns);
  const length = Math.max(0, ...Object.values(columns).map((cells) => cells.length));
  const rows = Array.from({ length }, (_, at) => header.map((name) => columns[name]?.[at] ?? ''));
  const mapping: Mapping = mergeMappings(parseMapping(file), defaultMapping(header));
  const ignored = header.filter((name) => (mapping.columns.get(columnKey(name)) ?? []).length === 0);
  return { header, rows, mapping, ignored };
}

const proposed = (columns: Record<string, readonly string[]>, file?: object): Proposal[] =>
  proposalsFor(beginning(columns, file));

/** The rule that is proposed for the only column. */
function ruleFor(column: string, ...cells: string[]): unknown {
  const [proposal] = proposed({ [column]: cells });
  return proposal === undefined ? undefined : ruleOf(proposal.targets);
}

const MAIL = ['ann@example.edu', 'bo@example.edu'];
const ENTRY = { fields: ['monthOfEntry', 'yearOfEntry'] };
const GRADUATION = { fields: ['monthOfGraduation', 'yearOfGraduation'] };

describe('A field is proposed for a column', () => {
  it.each<[string, string[], unknown]>([
    ['Stu_ID', ['7', '8'], 'externalId'],
    ['studentid', [], 'externalId'],
    ['Student Number', [], 'externalId'],
    ['EMPLID', ['0001', '0002'], 'externalId'],
    ['SPRIDEN_ID', ['@1', '@2'], 'externalId'],
    ['ID', ['1', '2'], 'externalId'],
    ['External ID', [], 'externalId'],
    ['Matriculation No.', [], 'externalId'],
    ['Email (Univ.)', MAIL, 'email'],
    ['E-Mail Address', MAIL, 'email'],
    ['preferred email address', [], 'email'],
    ['First Name', [], 'firstName'],
    ['Legal First Name', [], 'firstName'],
    ['SPRIDEN_FIRST_NAME', [], 'firstName'],
    ['fname', [], 'firstName'],
    ['Surname', [], 'lastName'],
    ['LAST_NM', [], 'lastName'],
    ['Middle Name', [], { field: 'middleInitial', transform: 'firstLetter' }],
    ['Full Name', ['Lee, Ann'], { fields: ['firstName', 'lastName'], transform: 'splitName' }],
    ['User Type', ['Student', 'faculty'], 'accountType'],
    ['User Type', ['STU', 'FAC', 'Guest'], 'accountType'],
    ['Type', ['Undergraduate'], 'accountType'],
    ['Account Status', ['active', 'Inactive'], 'accountStatus'],
    ['Status', ['A', 'I', 'AW'], 'accountStatus'],
    ['Is Active', ['true', 'false'], 'accountStatus'],
    ['Adm Term', ['202610', '202620'], { ...ENTRY, transform: 'term' }],
    ['Entry Term', ['Fall 2026'], { ...ENTRY, transform: 'term' }],
    ['Admit Date', ['9/18/2026'], { ...ENTRY, transform: 'monthYear', dateFormat: 'M/D/YYYY' }],
    ['Entry Year', ['2026'], 'yearOfEntry'],
    ['Exp Grad Term', ['2268'], { ...GRADUATION, transform: 'term' }],
    ['Graduation Year', ['2027'], 'yearOfGraduation'],
    ['acad program descr', [], 'schoolProgram'],
    ['acad program code', [], 'programId'],
    ['Major', [], 'schoolProgram'],
    ['ACAD_PROG', ['PHDBI', 'EDDLD'], 'programId'],
    ['Program of Study', ['Doctor of Education'], 'schoolProgram'],
    ['Degree Code', [], 'degree'],
    ['Academic Rank', [], 'facultyProfile.facultyRank'],
    ['Pronouns', [], 'genderPronoun'],
    ['SPBPERS_CONFID_IND', ['Y', 'N'], 'hideProfilePage'],
  ])('by its name: %s', (column, cells, rule) => {
    expect(ruleFor(column, ...cells)).toEqual(rule);
  });

  it.each<[string, string[], unknown]>([
    ['Kontakt', MAIL, 'email'],
    ['Term', ['202610'], { ...ENTRY, transform: 'term' }],
    ['Semester', ['Fall 2026', 'Spring 2027'], { ...ENTRY, transform: 'term' }],
  ])('by its cells, with the least certainty: %s', (column, cells, rule) => {
    expect(ruleFor(column, ...cells)).toEqual(rule);
    expect(proposed({ [column]: cells })).toMatchObject([
      { certainty: 'low', reasons: [{ kind: 'values' }] },
    ]);
  });

  it('with the reason: all words of its name, a part of them, what its cells look like', () => {
    expect(proposed({ Stu_ID: [], SPRIDEN_LAST_NAME: [], 'Adm Term': ['202610'] })).toMatchObject([
      { column: 'Stu_ID', certainty: 'high', reasons: [{ kind: 'name', words: ['student', 'id'] }] },
      { certainty: 'medium', reasons: [{ kind: 'part', words: ['last', 'name'] }] },
      {
        certainty: 'high',
        reasons: [
          { kind: 'name', words: ['entry', 'term'] },
          { kind: 'values', looks: 'term' },
        ],
      },
    ]);
  });
});

describe('A proposal is certain', () => {
  it.each<[string, string[], boolean]>([
    ['First Name', ['Ann'], true],
    ['given_name', ['Ann'], true],
    ['Surname', ['Lee'], true],
    ['E-Mail', MAIL, true],
    ['Account Status', ['active', 'inactive'], true],
    ['Account Status', ['active', 'I'], false],
    ['First Name', [], false],
    ['Legal First Name', ['Ann'], false],
    ['Stu_ID', ['7', '8'], false],
    ['Type', ['Student'], false],
  ])('where its name can hardly mean anything else, and its cells fit: %s %j', (column, cells, isCertain) => {
    expect(proposed({ [column]: cells })).toMatchObject([{ isCertain }]);
  });

  it('never where another column would fill the same, nor by an earlier file', () => {
    expect(proposed({ 'E-Mail': MAIL, 'Email Address': MAIL }).map((one) => one.isCertain)).toEqual([
      false,
      false,
    ]);
    const earlier = {
      sender: 'Registrar',
      mapping: { columns: { Surname: 'name' } },
      changedAt: new Date(0),
    };
    expect(proposalsFor(beginning({ Surname: ['Lee'] }), [earlier])).toMatchObject([{ isCertain: false }]);
  });
});

describe('No field is proposed for a column', () => {
  it.each<[string, string[]]>([
    ['Password', ['x@y.example']],
    ['User Passwd', []],
    ['pwd', []],
    ['PIN', []],
    ['Birthdate', ['1999-01-01']],
    ['Date of Birth', ['1999-01-01']],
    ['DOB', ['1999-01-01']],
    ['Birth Start Date', ['1999-01-01']],
    ['SSN', ['123-45-6789']],
    ['National ID', []],
    ['Student Passport Number', []],
    ['Student ID', ['123-45-6789']],
    ['Tax ID', []],
  ])('with a secret, a day of birth or a number of a state: %s', (column, cells) => {
    expect(ruleFor(column, ...cells)).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['Advisor Email', MAIL],
    ['Parent First Name', []],
    ['Emergency Contact Email', MAIL],
    ['Previous Last Name', []],
    ['Supervisor ID', []],
    ['School SIS ID', []],
    ['Course ID', []],
    ['State ID', []],
    ['Course Name', []],
    ['Dept Name', []],
    ['Email Type', ['home']],
    ['Inactive', ['true', 'false']],
    ['Account Disabled', ['true', 'false']],
    ['Active Registration', ['1', '0']],
    ['Degree Status', ['AW']],
    ['Is Primary Course Of Major', ['Y']],
    ['Degree Department', []],
    ['Last Term Attended', ['202610']],
    ['Term Effective', ['202610']],
    ['Catalog Term', ['202610']],
  ])('that is about someone or something else: %s', (column, cells) => {
    expect(ruleFor(column, ...cells)).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['Univ Email', ['yes', 'no']],
    ['Student ID', ['7', '7', '7', '7']],
    ['Admit Date', ['1/5/2026', '3/4/2026']],
    ['Admit Date', []],
    ['Entry Term', ['soon']],
    ['Entry Year', ['1']],
    ['User Type', ['Platinum']],
    ['User Type', ['STU', 'Guest', 'Alum']],
    ['Status', ['1', '0']],
    ['Status', ['AW', 'CA', 'A']],
    ['Degree Status', ['A']],
    ['Full Name', ['Plato']],
  ])('whose cells contradict its name, or can be read in two ways: %s %j', (column, cells) => {
    expect(ruleFor(column, ...cells)).toBeUndefined();
  });

  it('that is named twice, that is mapped, or that the mapping leaves out on purpose', () => {
    const header = ['Stu ID', 'stu id'];
    const mapping = mergeMappings(parseMapping({}), defaultMapping(header));
    expect(proposalsFor({ header, rows: [], mapping, ignored: header })).toEqual([]);
    expect(proposed({ Stu_ID: [] }, { columns: { Stu_ID: 'name' } })).toEqual([]);
    expect(proposed({ Stu_ID: [] }, { columns: { Stu_ID: null } })).toEqual([]);
  });

  it('whose field another column fills by its exact name, by the mapping or by a template', () => {
    expect(proposed({ externalId: [], Stu_ID: [] })).toEqual([]);
    expect(proposed({ Key: [], Stu_ID: [] }, { columns: { Key: 'externalId' } })).toEqual([]);
    expect(proposed({ Key: [], Mail_Univ: MAIL }, { templates: { email: '{Key}@example.edu' } })).toEqual([]);
  });
});

describe('Of two columns for one field', () => {
  it('the one whose name says it better is proposed', () => {
    const proposals = proposed({ 'Personal Email': MAIL, 'Email (Univ.)': MAIL });
    expect(proposals).toMatchObject([{ column: 'Email (Univ.)', rivals: [] }]);
  });

  it('and one of the least certainty is not clear, nor is one with a rival', () => {
    const columns = {
      Stu_ID: [],
      Contact_Mail: MAIL,
      Program: [],
      Major: [],
      Starts: [],
      'Start Date': ['2026-09-18'],
    };
    const clear = proposed(columns).map(({ column, isClear }) => [column, isClear]);
    expect(clear).toEqual([
      ['Stu_ID', true],
      ['Program', false],
      ['Major', false],
      ['Start Date', false],
    ]);
  });

  it('that are as good as each other, each names the other', () => {
    const proposals = proposed({ Program: [], Major: [] });
    expect(proposals.map(({ column, rivals }) => [column, rivals])).toEqual([
      ['Program', ['Major']],
      ['Major', ['Program']],
    ]);
  });

  it('a full name gives way to its parts', () => {
    const proposals = proposed({ 'Full Name': ['Lee, Ann'], 'First Name': ['Ann'], 'Last Name': ['Lee'] });
    expect(proposals.map(({ column }) => column)).toEqual(['First Name', 'Last Name']);
  });
});

describe('The mapping of an earlier file', () => {
  const earlier = (sender: string, columns: object, changedAt: string): EarlierMapping => ({
    sender,
    mapping: { columns },
    changedAt: new Date(changedAt),
  });

  it('with most columns in common says what its columns fill, with its sender and day', () => {
    const mappings = [
      earlier('Bursar', { Kind: 'name' }, '2026-03-01'),
      earlier('Registrar', { KIND: { field: 'degree', prefix: 'x' }, Nr: 'externalId' }, '2026-01-01'),
    ];
    const proposals = proposalsFor(beginning({ kind: [], Nr: [], Other: [] }), mappings);
    const reasons = [{ kind: 'earlier', sender: 'Registrar', keptAt: new Date('2026-01-01') }];
    expect(proposals).toMatchObject([
      { column: 'kind', certainty: 'high', reasons, targets: [{ fields: ['degree'], prefix: 'x' }] },
      { column: 'Nr', certainty: 'high', reasons, targets: [{ fields: ['externalId'] }] },
    ]);
  });

  it('wins over what a name says, and leaves out what it leaves out', () => {
    const mappings = [earlier('Registrar', { Stu_ID: null, 'First Name': 'name' }, '2026-01-01')];
    const proposals = proposalsFor(beginning({ Stu_ID: [], 'First Name': [] }), mappings);
    expect(proposals).toMatchObject([{ column: 'First Name', targets: [{ fields: ['name'] }] }]);
  });

  it('never proposes a column of passwords', () => {
    const mappings = [earlier('Registrar', { Password: 'customFields.p' }, '2026-01-01')];
    expect(proposalsFor(beginning({ Password: [] }), mappings)).toEqual([]);
  });
});
