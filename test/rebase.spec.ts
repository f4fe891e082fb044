import { rebase } from '../pages/src/ui/rebase.js';

const BEGUN = { limit: '10', quiet: { from: '', until: '' }, terms: ['Fall'] };

describe('a form on top of what is stored now', () => {
  it.each([
    ['keeps a field that was changed', { ...BEGUN, limit: '20' }, BEGUN, { ...BEGUN, limit: '20' }],
    [
      'gets a field that only another has changed',
      BEGUN,
      { ...BEGUN, limit: '30' },
      { ...BEGUN, limit: '30' },
    ],
    [
      'keeps a field that both have changed',
      { ...BEGUN, limit: '20' },
      { ...BEGUN, limit: '30' },
      { ...BEGUN, limit: '20' },
    ],
    [
      'looks at the fields of a group one by one',
      { ...BEGUN, quiet: { from: '22:00', until: '' } },
      { ...BEGUN, quiet: { from: '', until: '06:00' } },
      { ...BEGUN, quiet: { from: '22:00', until: '06:00' } },
    ],
    [
      'keeps a list that was changed as a whole',
      { ...BEGUN, terms: ['Fall', 'Spring'] },
      { ...BEGUN, terms: ['Autumn'] },
      { ...BEGUN, terms: ['Fall', 'Spring'] },
    ],
  ])('%s', (_rule, form, stored, expected) => {
    expect(rebase(BEGUN, form, stored)).toEqual(expected);
  });
});
