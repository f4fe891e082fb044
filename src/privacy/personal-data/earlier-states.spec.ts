import { type Called, earlierStates, transientStates } from './earlier-states.js';

function called(fullName: string, email: string): Called {
  const [firstName = '', lastName = ''] = fullName.split(' ');
  return { firstName, lastName, email, legacyNumber: null };
}

it('a person was called as the changes say, the present last', () => {
  const history = [
    { fields: null },
    { fields: [{ field: 'email', before: 'a@uni.edu', after: 'b@uni.edu' }] },
    { fields: [{ field: 'lastName', before: 'Lee', after: 'Kim' }] },
  ];
  expect(earlierStates(history, called('Ann Kim', 'b@uni.edu'))).toEqual([
    called('Ann Lee', 'a@uni.edu'),
    called('Ann Lee', 'a@uni.edu'),
    called('Ann Lee', 'b@uni.edu'),
    called('Ann Kim', 'b@uni.edu'),
  ]);
});

it.each<[string, string[], boolean[]]>([
  ['another person, until it was corrected', ['Ann Lee', 'Ben Cole', 'Ann Lee'], [false, true, false]],
  ['several ones', ['Ann Lee', 'Ben Cole', 'Eva Ruiz', 'Ánn lee'], [false, true, true, false]],
  [
    'the same person with another surname for a time',
    ['Ann Lee', 'Ann Kim', 'Ann Lee'],
    [false, false, false],
  ],
  ['the same person from then on', ['Ann Lee', 'Ben Cole'], [false, false]],
])('a state is that of %s', (_, names, wanted) => {
  expect(transientStates(names.map((name) => called(name, 'a@uni.edu')))).toEqual(wanted);
});
