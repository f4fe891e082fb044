import { caseKeyOf, groupKeyOf } from './keys.js';

describe('the key of a group', () => {
  const group = { formType: 'leave', field: 'degree', submitted: 'PhD' };

  it.each([
    [{ formType: 'Leave' }],
    [{ field: 'lastName' }],
    [{ submitted: 'MA' }],
    [{ field: 'degreeP', submitted: 'hD' }],
  ])('is another one with %j', (difference) => {
    expect(groupKeyOf({ ...group, ...difference })).not.toBe(groupKeyOf(group));
  });

  it('is the same for the same form, field and submitted value', () => {
    expect(groupKeyOf({ ...group })).toBe(groupKeyOf(group));
    expect(groupKeyOf(group)).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the key of what a rule is about', () => {
  const about = { formType: 'leave', field: 'degree' };
  const cases = [
    { submitted: null, recorded: null, anyRecorded: false },
    { submitted: 'PhD', recorded: null, anyRecorded: true },
    { submitted: 'PhD', recorded: null, anyRecorded: false },
    { submitted: 'PhD', recorded: '', anyRecorded: false },
    { submitted: 'PhD', recorded: 'EdD', anyRecorded: false },
    { submitted: 'EdD', recorded: 'PhD', anyRecorded: false },
    { submitted: 'PhDE', recorded: 'dD', anyRecorded: false },
  ];

  it('is another one for each case', () => {
    expect(new Set(cases.map((values) => caseKeyOf(about, values))).size).toBe(cases.length);
    expect(caseKeyOf(about, { submitted: 'PhD', recorded: 'EdD', anyRecorded: true })).toBe(
      caseKeyOf(about, { submitted: 'PhD', recorded: null, anyRecorded: true }),
    );
  });
});
