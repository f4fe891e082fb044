import { isSoftDeleted, withoutDeletion } from './names.js';

const DIGITS = '0123456789abcdef0123456789ABCDEF';

describe('a name with 32 hexadecimal digits before it', () => {
  it.each([
    ['of a person who has the rest of it', `${DIGITS}bob@example.edu`, ['Bob@example.edu'], false, true],
    [
      'of one who has the rest, of digits alone',
      `${DIGITS}ada@example.edu`,
      ['ada@example.edu'],
      false,
      true,
    ],
    ['of one who has left', `${DIGITS}bob@example.edu`, ['robert@example.edu'], true, true],
    ['of one who is here', `${DIGITS}bob@example.edu`, ['robert@example.edu'], false, false],
    ['of digits alone, of one who has left', `${DIGITS}ada@example.edu`, [], true, false],
    ['and nothing more before the @', `${DIGITS}@example.edu`, [], true, false],
    ['but for one digit', `${DIGITS.slice(1)}-bob@example.edu`, [], true, false],
    ['that is no address', `${DIGITS}bob`, ['bob'], true, false],
  ])('%s', (_, text, own, hasLeft, expected) => {
    expect(isSoftDeleted(text, own, hasLeft)).toBe(expected);
  });

  it('is the name without them before the deletion', () => {
    expect(withoutDeletion(`${DIGITS}bob@example.edu`)).toBe('bob@example.edu');
    expect(withoutDeletion('bob@example.edu')).toBe('bob@example.edu');
  });
});
