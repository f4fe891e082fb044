import { defaultName, defaultRole, effectiveRole, usesFacultyProfile } from './user-defaults.js';

describe('the default name', () => {
  it.each([
    ['M', 'Ann M. Lee'],
    ['É', 'Ann É. Lee'],
    [null, 'Ann Lee'],
  ])('with the middle initial %j is %s', (middleInitial, expected) => {
    expect(defaultName({ firstName: 'Ann', middleInitial, lastName: 'Lee' })).toBe(expected);
  });

  it('of a person whose first name is the last name, too, has both', () => {
    expect(defaultName({ firstName: 'Mohamed', middleInitial: null, lastName: 'Mohamed' })).toBe(
      'Mohamed Mohamed',
    );
  });

  it('of the longest parts fits into a name', () => {
    const parts = { firstName: 'f'.repeat(100), middleInitial: 'M'.repeat(8), lastName: 'l'.repeat(100) };

    expect(defaultName(parts).length).toBeLessThanOrEqual(255);
  });
});

describe('the default role', () => {
  it.each([
    ['Student', 'student'],
    ['Faculty', 'faculty'],
    ['Staff', 'staff'],
  ] as const)('of a %s is %s, unless there is an override', (accountType, role) => {
    expect(defaultRole(accountType)).toBe(role);
    expect(effectiveRole({ accountType, role: null })).toBe(role);
    expect(effectiveRole({ accountType, role: 'dean' })).toBe('dean');
  });
});

describe('a faculty profile', () => {
  it.each([
    ['Faculty', null, true],
    ['Faculty', 'dean', true],
    ['Staff', 'chair', true],
    ['Student', 'chair', true],
    ['Student', null, false],
    ['Staff', null, false],
    ['Staff', 'faculty', false],
    ['Staff', 'department_chair', false],
  ] as const)('of accountType %s with the role %j is used: %s', (accountType, role, expected) => {
    expect(usesFacultyProfile({ accountType, role })).toBe(expected);
  });
});
