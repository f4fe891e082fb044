import { targetsTaking } from './targets.js';

describe('the targets of a form type', () => {
  const targets = [
    { name: 'SIS' },
    { name: 'CRM', formTypes: ['degree_change'] },
    { name: 'LMS', formTypes: [] },
  ];

  it.each([
    ['degree_change', ['SIS', 'CRM']],
    ['address_change', ['SIS']],
  ])('for %s are %j', (formType, names) => {
    expect(targetsTaking(targets, formType)).toEqual(names);
  });
});
