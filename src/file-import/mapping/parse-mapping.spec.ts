import { parseMapping } from './parse-mapping.js';

describe('A mapping file', () => {
  it('is read with its columns in lower case and its fields by their paths', () => {
    const mapping = parseMapping({
      columns: {
        'Krb Name': 'externalId',
        Middle: { field: 'middleInitial', transform: 'firstLetter' },
        Term: ['yearOfEntry', { field: 'highestDegree', prefix: 'x' }],
        Title: null,
      },
      values: { accountStatus: { AW: 'active', NO: null } },
      only: { Primary: ['Y'] },
    });
    expect([...mapping.columns]).toEqual([
      ['krb name', [{ fields: ['externalId'] }]],
      ['middle', [{ fields: ['middleInitial'], transform: 'firstLetter' }]],
      ['term', [{ fields: ['yearOfEntry'] }, { fields: ['facultyProfile.highestDegree'], prefix: 'x' }]],
      ['title', []],
    ]);
    expect(mapping.values.get('accountStatus')).toEqual(
      new Map([
        ['aw', 'active'],
        ['no', null],
      ]),
    );
    expect(mapping.only.get('primary')).toEqual(new Set(['Y']));
  });

  it('has the terms as months, with what is added to the year where it is said', () => {
    const { terms } = parseMapping({ terms: { Fall: 9, YYYY10: { month: 9, yearOffset: -1 } } });
    expect([...terms]).toEqual([
      ['Fall', { month: 9, yearOffset: 0 }],
      ['YYYY10', { month: 9, yearOffset: -1 }],
    ]);
  });

  it.each<[string, unknown]>([
    ['the mapping must be an object', []],
    ['unknown key colums; known are columns, defaults', { colums: {} }],
    ['columns must be an object', { columns: [] }],
    ['columns.A: there is no field emial', { columns: { A: 'emial' } }],
    ['columns.A must be a field name, an object, a list of these, or null', { columns: { A: 7 } }],
    ['unknown key columns.A.feild; known are field', { columns: { A: { feild: 'email' } } }],
    ['columns.A.field must be a text', { columns: { A: {} } }],
    [
      'columns.A.transform must be one of firstLetter',
      { columns: { A: { field: 'email', transform: 'upper' } } },
    ],
    [
      'columns.A: monthYear needs "fields"',
      { columns: { A: { field: 'yearOfEntry', transform: 'monthYear' } } },
    ],
    [
      'columns.A: several fields need monthYear or term or splitName',
      { columns: { A: { fields: ['email', 'name'] } } },
    ],
    [
      'columns.A: monthYear cannot fill email',
      { columns: { A: { fields: ['monthOfEntry', 'email'], transform: 'monthYear' } } },
    ],
    [
      'columns.A.dateFormat must be like M/D/YYYY',
      { columns: { A: { field: 'leaveUntil', transform: 'date', dateFormat: 'American' } } },
    ],
    [
      'columns.A: term cannot fill email',
      { columns: { A: { fields: ['monthOfEntry', 'email'], transform: 'term' } } },
    ],
    ['terms.10 must be a word such as Fall, or a pattern such as YYYY10', { terms: { '10': 9 } }],
    ['terms.YYYYYY10 must be a word', { terms: { YYYYYY10: 9 } }],
    ['terms.YYYY10: say the month in which this term begins, 1 to 12', { terms: { YYYY10: null } }],
    ['terms.Fall: say the month in which this term begins, 1 to 12', { terms: { Fall: 13 } }],
    ['terms.Fall must be a month, or an object with month and yearOffset', { terms: { Fall: 'September' } }],
    ['terms.Fall.yearOffset must be -1, 0 or 1', { terms: { Fall: { month: 9, yearOffset: 2 } } }],
    ['unknown key terms.Fall.year; known are month, yearOffset', { terms: { Fall: { month: 9, year: 1 } } }],
    ['defaults.acountType: there is no field acountType', { defaults: { acountType: 'Student' } }],
    ['templates.email must be a text', { templates: { email: 3 } }],
    ['values.accountStatus must be an object', { values: { accountStatus: 'active' } }],
    ['only.Primary must be a list', { only: { Primary: 'Y' } }],
    ['skip.Primary must hold texts', { skip: { Primary: [true] } }],
    ['unique: there is no field key', { unique: 'key' }],
    ['lookup.file must be a text', { lookup: {} }],
    ['unknown key lookup.files', { lookup: { files: 'roles.csv' } }],
  ])('is refused: %s', (message, content) => {
    expect(() => parseMapping(content)).toThrow(message);
  });
});
