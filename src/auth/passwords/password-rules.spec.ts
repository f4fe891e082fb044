import { ValidationFailed } from '../../errors/request.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../../users/model/user.entity.js';
import { PasswordRules } from './password-rules.js';

const rules = new PasswordRules();
const scope = { tenant: { emailDomain: 'northern.example.edu' } } as Scope;
const user = {
  email: 'ann.quintanilla@northern.example.edu',
  firstName: 'Ann',
  lastName: 'Quintanilla',
} as User;
const check = (password: string): Promise<void> => rules.check(scope, user, password);

describe('a password that is easy to guess is refused', () => {
  it.each([
    ['a common one', 'password1234'],
    ['a row of digits', '123456789012'],
    ['a row of keys', 'qwertyuiop12'],
    ['a repetition', 'aaaaaaaaaaaa'],
    ['the address of the person', 'ann.quintanilla@northern.example.edu'],
    ['the name of the person', 'Quintanilla1'],
    ['the university and a year', 'Northern2026'],
    ['a word of the service', 'Administrator1'],
    ['a long repetition', 'x'.repeat(200)],
  ])('%s', async (_, password) => {
    await expect(check(password)).rejects.toBeInstanceOf(ValidationFailed);
  });
});

describe('a password that is hard to guess is taken', () => {
  it.each([
    ['words that have nothing to do with each other', 'correct horse battery'],
    ['random characters', 'kV7#mq2Lx9!t'],
    ['in any script', 'жираф синий паровоз'],
    ['a long one, of which the beginning is looked at', 'kV7#mq2Lx9!t'.repeat(16)],
  ])('%s', async (_, password) => {
    await expect(check(password)).resolves.toBeUndefined();
  });
});
