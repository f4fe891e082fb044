import { defaultMapping } from './default-mapping.js';
import { mergeMappings } from './mapping.js';
import { parseMapping } from './parse-mapping.js';
import { createRowMapper, type Mapped, type RowMapper } from './row-mapper.js';

const mapper = (header: string[], file: object = {}, blankClears = false): RowMapper =>
  createRowMapper(header, mergeMappings(parseMapping(file), defaultMapping(header)), blankClears);

const required = { email: 'a@example.edu', firstName: 'A', lastName: 'B', accountType: 'Student' };

/** Maps cells named by their columns; those that a person must have come by default. */
function map(cells: Record<string, unknown>, file: object = {}, blankClears = false): Mapped {
  const table = mapper(Object.keys(cells), { ...file, defaults: required }, blankClears);
  return table.map(Object.values(cells));
}

describe('Our own columns', () => {
  it('are taken in any case, with the members of facultyProfile bare or in full', () => {
    const profile = { highestDegree: 'PhD', 'facultyProfile.tools': 'R; SPSS', canServeAsChair: 'yes' };
    const row = map({ FIRSTNAME: 'Ann', ...profile });
    const facultyProfile = { highestDegree: 'PhD', tools: ['R', 'SPSS'], canServeAsChair: true };
    expect(row).toEqual({ row: { ...required, firstName: 'Ann', facultyProfile } });
  });

  it('are trimmed, and a blank cell is not sent', () => {
    expect(map({ lastName: '  Bell ', degree: '  ', schoolProgram: '' })).toEqual({
      row: { ...required, lastName: 'Bell' },
    });
  });

  it('keep their role beside an accountType', () => {
    expect(map({ accountType: 'Faculty', role: 'chair' })).toEqual({
      row: { ...required, accountType: 'Faculty', role: 'chair' },
    });
  });

  it('keep what cannot be converted', () => {
    expect(map({ monthOfEntry: 'Sept', yearOfEntry: '2024' })).toEqual({
      row: { ...required, monthOfEntry: 'Sept', yearOfEntry: 2024 },
    });
  });

  it('may be fewer in a record than in the header', () => {
    expect(mapper(['email', 'degree', 'firstName'], { defaults: required }).map(['b@example.edu'])).toEqual({
      row: { ...required, email: 'b@example.edu' },
    });
  });
});

describe('A header', () => {
  it('that names a column twice is refused, when the column is read', () => {
    expect(() => mapper(['email', 'x', 'Email'])).toThrow('the columns 1 and 3 are both named "email"');
    expect(mapper(['email', 'note', 'Note'], { defaults: required }).ignored).toEqual(['note', 'Note']);
  });
});

describe('A cell', () => {
  it('with semicolons has the items between these: a comma parts nothing then', () => {
    expect(map({ nationalities: 'Korea, Republic of; Bolivia, Plurinational State of' })).toMatchObject({
      row: { nationalities: ['Korea, Republic of', 'Bolivia, Plurinational State of'] },
    });
    expect(map({ nationalities: 'US, CA' })).toMatchObject({ row: { nationalities: ['US', 'CA'] } });
  });

  it('of the externalId is unwrapped where a spreadsheet has wrapped it', () => {
    expect(map({ externalId: '="00123"' })).toMatchObject({ row: { externalId: '00123' } });
  });

  it('of the externalId is unwrapped before the prefix of the mapping', () => {
    const columns = { Number: { field: 'externalId', prefix: 'S' } };
    expect(map({ Number: '="00123"' }, { columns })).toMatchObject({ row: { externalId: 'S00123' } });
  });

  it('of customFields that is no object is sent as it is, for the service to refuse', () => {
    for (const cell of ['{"a":', '{"a":1,"a":2}'])
      expect(map({ customFields: cell, 'customFields.x': '1' })).toMatchObject({
        row: { customFields: cell },
      });
    expect(map({ customFields: '{"a":1}', 'customFields.x': '1' })).toMatchObject({
      row: { customFields: { a: 1, x: '1' } },
    });
  });

  it('that should be a date of a form and is none makes a row that says so', () => {
    const columns = {
      Start: { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'monthYear', dateFormat: 'M/D/YYYY' },
    };
    expect(map({ Start: '01-SEP-2024' }, { columns })).toEqual({
      problem: 'The column "Start" has no date of the form M/D/YYYY',
    });
  });

  it('that is a date is read as one, whatever form the mapping names, and is an ISO date elsewhere', () => {
    const columns = {
      Start: { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'monthYear', dateFormat: 'D.M.YYYY' },
      Leave: 'leaveUntil',
      Seen: 'customFields.seen',
    };
    const [Start, Leave, Seen] = ['2024-09-01', '2027-01-31', '2024-09-01T13:30:00Z'].map(
      (text) => new Date(text),
    );
    expect(map({ Start, Leave, Seen }, { columns })).toMatchObject({
      row: {
        monthOfEntry: 9,
        yearOfEntry: 2024,
        facultyProfile: { leaveUntil: '2027-01-31' },
        customFields: { seen: '2024-09-01T13:30:00' },
      },
    });
  });

  it('that is no identifier any more makes a row that says so, and builds no other key', () => {
    for (const [cell, is] of [
      [12_345.5, 'the number 12345.5'],
      [new Date('2024-09-01'), 'a date'],
    ] as const) {
      expect(map({ externalId: cell })).toEqual({
        problem: expect.stringContaining(
          `The column "externalId" has ${is} in the place of an identifier`,
        ) as unknown,
      });
      expect(map({ Number: cell }, { templates: { externalId: 'S{Number}' } })).toEqual({ row: required });
    }
    expect(map({ 'customFields.gpa': 3.5 })).toMatchObject({ row: { customFields: { gpa: '3.5' } } });
  });

  it('with an error of a formula makes a row that says so, unless the mapping says what it means', () => {
    expect(map({ firstName: '#N/A' })).toEqual({
      problem: expect.stringContaining('The column "firstName" has #N/A') as unknown,
    });
    expect(map({ note: '#N/A', degree: '#REF!' }, { values: { degree: { '#REF!': null } } })).toEqual({
      row: required,
    });
  });

  it('with midnight behind a date is the date', () => {
    expect(map({ leaveUntil: '2027-01-31 00:00:00' })).toMatchObject({
      row: { facultyProfile: { leaveUntil: '2027-01-31' } },
    });
  });
});

describe('The preferred name', () => {
  const named = { givenName: 'Ann', familyName: 'Lee' };
  const cells = { sourcedId: 'u1', role: 'student', ...named, email: 'ann@example.edu' };

  it('is withdrawn with its source, whatever blank cells do otherwise', () => {
    expect(map({ ...cells, preferredGivenName: 'Annie' })).toMatchObject({ row: { name: 'Annie Lee' } });
    expect(map({ ...cells, preferredGivenName: '' })).toMatchObject({ row: { name: '' } });
  });

  it('is one of the templates: another one with a blank part clears its field where blank cells do', () => {
    const file = { templates: { degree: '{Award} in {Subject}' } };
    expect(map({ Award: 'PhD', Subject: '' }, file)).not.toHaveProperty('row.degree');
    expect(map({ Award: 'PhD', Subject: '' }, file, true)).toMatchObject({ row: { degree: '' } });
  });
});

describe('A number of a JSON file whose digits were lost', () => {
  const lost: unknown = JSON.parse('12345678901234567890');

  it.each(['externalId', 'monthOfEntry', 'userTags', 'customFields.nationalId'])(
    'is sent as it is in %s, for the service to refuse',
    (column) => {
      const mapped = map({ [column]: lost });
      expect(JSON.stringify(mapped)).toContain(':12345678901234567000');
    },
  );

  it('becomes no part of a text and no key, as it could be that of another record', () => {
    const { email: _, ...defaults } = required;
    const templates = { email: '{externalId}@example.edu' };
    const rows = mapper(['externalId'], { templates, unique: 'externalId', defaults });
    for (let count = 0; count < 2; count += 1)
      expect(rows.map([lost])).toEqual({ row: { ...defaults, externalId: lost } });
  });

  it('is not sent as null, which would say something else', () => {
    expect(map({ customFields: '{"a":1e400,"b":[-1e400]}' })).toEqual({
      row: { ...required, customFields: { a: Number.MAX_VALUE, b: [-Number.MAX_VALUE] } },
    });
  });
});

describe('The columns of OneRoster', () => {
  const user = { sourcedId: 'usr-1', givenName: 'Ann', familyName: 'Bell', email: 'ann@example.edu' };
  const row = { externalId: 'usr-1', firstName: 'Ann', lastName: 'Bell', email: 'ann@example.edu' };

  it.each([
    ['student', 'Student'],
    ['Teacher', 'Faculty'],
    ['professor', 'Faculty'],
    ['aide', 'Staff'],
    ['siteAdministrator', 'Staff'],
    ['wizard', 'wizard'],
  ])('give the account type: %s is %s', (role, accountType) => {
    expect(map({ ...user, role })).toEqual({ row: { ...row, accountType } });
  });

  it.each(['parent', 'Guardian', 'relative'])('leave a %s out', (role) => {
    expect(map({ ...user, role })).toEqual({ skipped: `role is ${role.toLowerCase()}` });
  });

  it.each([
    ['active', 'TRUE', 'active'],
    ['active', 'FALSE', 'inactive'],
    ['tobedeleted', 'TRUE', 'inactive'],
    ['', 'FALSE', 'inactive'],
    ['inactive', '', 'inactive'],
    ['activ', 'TRUE', 'activ'],
  ])('give the account status: %s and %s is %s', (status, enabledUser, accountStatus) => {
    expect(map({ ...user, role: 'student', status, enabledUser })).toEqual({
      row: { ...row, accountType: 'Student', accountStatus },
    });
  });

  it('give a middle initial, a preferred name and pronouns', () => {
    const names = { middleName: 'Jane', preferredGivenName: 'Annie', pronouns: 'she/her' };
    const unread = { password: 'P@ss', birthDate: '2000-01-01' };
    const given = { middleInitial: 'J', name: 'Annie Bell', genderPronoun: 'she/her' };
    expect(map({ ...user, role: 'student', ...names, ...unread })).toEqual({
      row: { ...row, accountType: 'Student', ...given },
    });
  });

  it.each([
    ['ann@example.edu', '', 'ann@example.edu'],
    ['abell@example.edu', 'ann@example.edu', 'ann@example.edu'],
    ['abell', '', 'a@example.edu'],
  ])('take the user name %s for an address only in need', (username, email, sent) => {
    expect(map({ username, sourcedId: 'usr-1', email })).toEqual({
      row: { ...required, externalId: 'usr-1', email: sent },
    });
  });
});

describe('The columns of School Data Sync 1', () => {
  const names = ['First Name', 'Last Name', 'Secondary Email', 'Middle Name'];
  const person = ['SIS ID', ...names, 'Status', 'Password'];
  const cells = ['13001', 'Ora', 'Klein', 'ora@example.edu', 'Kay', 'Inactive', 'P@ssword'];
  const ora = { firstName: 'Ora', lastName: 'Klein', email: 'ora@example.edu', middleInitial: 'K' };
  const row = { externalId: '13001', ...ora, accountStatus: 'inactive' };

  it('make a student by the graduation year', () => {
    const table = mapper([...person, 'Grade', 'Birthdate', 'Graduation Year']);
    expect(table.map([...cells, '9', '4/2/2000', '2019'])).toEqual({
      row: { ...row, accountType: 'Student', yearOfGraduation: 2019 },
    });
    expect(table.ignored).toEqual(['Password', 'Grade', 'Birthdate']);
  });

  it('make a member of the faculty by the title', () => {
    const table = mapper([...person, 'Teacher Number', 'Title', 'Qualification']);
    const facultyProfile = { facultyRank: 'Professor', highestDegree: 'PhD' };
    expect(table.map([...cells, '101', 'Professor', 'PhD'])).toEqual({
      row: { ...row, accountType: 'Faculty', facultyProfile },
    });
  });
});

describe('A mapping', () => {
  it('gives a field to the first of its columns that has a value', () => {
    const IdRef = { field: 'externalId', prefix: 'S-idref-' };
    const columns = { IdRef, Thesis: { field: 'externalId', prefix: 'S-' } };
    for (const [idRef, externalId] of [
      ['', 'S-s1'],
      ['7', 'S-idref-7'],
    ])
      expect(map({ Thesis: 's1', IdRef: idRef }, { columns })).toEqual({ row: { ...required, externalId } });
  });

  it('replaces the default columns of a field, and ignores a column on purpose', () => {
    const file = { columns: { Login: 'email', degree: null } };
    expect(map({ email: 'old@example.edu', Login: 'new@example.edu', degree: 'PhD' }, file)).toEqual({
      row: { ...required, email: 'new@example.edu' },
    });
  });

  it('translates values, a blank one too, and drops those that are null', () => {
    const file = {
      columns: { S: 'accountStatus' },
      values: { accountStatus: { AW: 'active', NO: null, '': 'inactive' } },
    };
    expect(map({ S: 'aw' }, file)).toEqual({ row: { ...required, accountStatus: 'active' } });
    expect(map({ S: 'NO' }, file)).toEqual({ row: required });
    expect(map({ S: '' }, file)).toEqual({ row: { ...required, accountStatus: 'inactive' } });
  });

  it('fills a template only when each of its parts has a value; a name is withdrawn else', () => {
    const table = mapper(['externalId', 'Login', 'email'], {
      defaults: { firstName: 'A', lastName: 'B', accountType: 'Student' },
      templates: { email: '{externalId}@example.edu', name: '{firstName} ({Login})' },
    });
    expect(table.map(['7', 'abell', ''])).toMatchObject({
      row: { email: '7@example.edu', name: 'A (abell)' },
    });
    expect(table.map(['7', '', 'b@example.edu'])).toEqual({
      row: { ...required, externalId: '7', email: 'b@example.edu', name: '' },
    });
  });

  it('keeps only the records it wants, skips those it does not, and sends a person once', () => {
    const table = mapper(['externalId', 'Primary', 'Kind'], {
      defaults: required,
      only: { Primary: ['Y', 'Yes'] },
      skip: { Kind: ['test', ''] },
      unique: 'externalId',
    });
    expect(table.map(['1', 'N', 'real'])).toEqual({ skipped: 'Primary is not Y or Yes' });
    expect(table.map(['1', 'y', 'TEST'])).toEqual({ skipped: 'Kind is test' });
    expect(table.map(['1', 'y', ' '])).toEqual({ skipped: 'Kind is blank' });
    expect(table.map(['1', 'y', 'real'])).toEqual({ row: { ...required, externalId: '1' } });
    expect(table.map(['1', 'y', 'real'])).toMatchObject({ skipped: 'another record of the same externalId' });
    expect(table.map(['', 'y', 'real'])).toEqual({ row: required });
    expect(table.map(['', 'y', 'real'])).toEqual({ row: required });
  });

  it.each([
    ['#N/A', '#N/A'],
    ['-', '-'],
    ['1.2E+11', '1.2E+11'],
    ['="NULL"', 'NULL'],
  ])('sends each record whose key is %s as it is, for the service to refuse', (cell, externalId) => {
    const { email: _, ...defaults } = required;
    const table = mapper(['Number'], {
      defaults,
      columns: { Number: { field: 'externalId', prefix: 'S-' } },
      templates: { email: '{Number}@example.edu' },
      unique: 'externalId',
    });
    for (let count = 0; count < 2; count += 1)
      expect(table.map([cell])).toEqual({ row: { ...defaults, externalId } });
  });

  it('puts members into customFields', () => {
    const file = { columns: { Campus: 'customFields.campus', Hall: 'customFields.hall' } };
    expect(map({ Campus: 'North', Hall: '7' }, file)).toEqual({
      row: { ...required, customFields: { campus: 'North', hall: '7' } },
    });
  });

  it('takes values of JSON records as they are', () => {
    const values = { languages: ['en', 'fr'], yearOfEntry: 2024, hideProfilePage: false };
    expect(map({ ...values, degree: null })).toEqual({ row: { ...required, ...values } });
  });

  it.each([
    ['krb name', { columns: { 'Krb Name': 'externalId' } }],
    ['primary', { only: { Primary: ['Y'] } }],
    ['login', { templates: { email: '{Login}@example.edu' } }],
  ])('is refused for a header without its column "%s"', (name, file) => {
    expect(() => mapper(['email'], file)).toThrow(
      `the mapping names the column "${name}", which is not there`,
    );
  });
});

describe('Blank cells that clear', () => {
  it('send an empty text or null, but never clear what must not be cleared', () => {
    const cleared = { degree: '', yearOfEntry: ' ', languages: '', tools: '', hideProfilePage: '' };
    const kept = { externalId: '', accountStatus: '', firstName: '' };
    const nulls = {
      yearOfEntry: null,
      languages: null,
      hideProfilePage: null,
      facultyProfile: { tools: null },
    };
    expect(map({ ...cleared, ...kept }, {}, true)).toEqual({ row: { ...required, degree: '', ...nulls } });
  });

  it('leave a field alone whose cell a short record does not have', () => {
    expect(mapper(['email', 'degree'], { defaults: required }, true).map(['b@example.edu'])).toEqual({
      row: { ...required, email: 'b@example.edu' },
    });
  });
});
