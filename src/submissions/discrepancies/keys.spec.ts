import { caseKeyOf, groupKeyOf } from './keys.js';

describe('the key of a group', () => {
  const group = { formType: 'leave', field: 'degree', submitted: 'PhD', recorded: 'EdD' };

  it.each([
    [{ formType: 'Leave' }],
    [{ field: 'lastName' }],
    [{ submitted: 'MA' }],
    [{ recorded: 'MA' }],
    [{ recorded: null }],
    [{ recorded: '' }],
    [{ submitted: 'PhDE', recorded: 'dD' }],
    [{ submitted: 'EdD', recorded: 'PhD' }],
  ])('is another one with %j', (difference) => {
    expect(groupKeyOf({ ...group, ...difference })).not.toBe(groupKeyOf(group));
  });

  it('is the same for the same values, and that of a rule about them', () => {
    expect(groupKeyOf({ ...group })).toBe(groupKeyOf(group));
    expect(caseKeyOf(group, group)).toBe(groupKeyOf(group));
    expect(caseKeyOf(group, undefined)).not.toBe(groupKeyOf(group));
    expect(groupKeyOf(group)).toMatch(/^[0-9a-f]{32}$/);
  });
});
