import { textOf } from './error-text.js';

describe('the text of an error', () => {
  it.each<[string, string, string]>([
    ['is its message', 'The door is closed.', 'The door is closed.'],
    ['has line ends of one kind', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['has no control characters', 'a\u0000b\u001bc\u007fd\u0085e', 'a b c d e'],
    ['is well formed', 'half \uD83D of a pair', 'half \uFFFD of a pair'],
    ['is the name of an error without a message', ' ', 'TypeError'],
    ['is cut at 5,000 units', 'x'.repeat(6000), 'x'.repeat(5000)],
    ['is cut between characters', `${'x'.repeat(4999)}\u{1F600} and so on`, 'x'.repeat(4999)],
  ])('%s', (_, message, expected) => {
    expect(textOf(new TypeError(message))).toBe(expected);
  });
});
