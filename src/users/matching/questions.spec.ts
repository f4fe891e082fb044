import { conflictIdOf } from './questions.js';

const TENANT = 'tn_0123456789a';
const user = { id: '950000101' };

describe('the ID of a question', () => {
  it('is one for good, as it is stored', () => {
    const question = { kind: 'possible_reassignment', subject: 'S-1', user } as const;
    expect(conflictIdOf(TENANT, question)).toBe('cf_61698f691e66db2cba2cf42b17');
  });

  it('is another one where the address was given away, not the number', () => {
    const question = { kind: 'possible_reassignment', subject: 'S-1', user } as const;
    const byAddress = { ...question, matchedBy: 'email' } as const;
    expect(conflictIdOf(TENANT, byAddress)).not.toBe(conflictIdOf(TENANT, question));
  });
});
