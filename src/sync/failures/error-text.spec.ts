import { errorGroupOf, errorTextOf } from './error-text.js';

describe('the text of an error group', () => {
  it.each([
    ['SIS answered 503', 'SIS answered 503'],
    ['HTTP 503 from https://sis.example.edu/students/42?x=1', 'HTTP 503 from …'],
    ['Student 950000017 is locked', 'Student … is locked'],
    ['Record S-0017/2 of 2026-11-22T02:10:00Z is stale', 'Record … of … is stale'],
    ['no row 3f2ac0b1-1111-4222-8333-123456789abc', 'no row …'],
    ['Value "Ann Smith" is not allowed', 'Value … is not allowed'],
    ["Value 'Ann Smith' isn't allowed", "Value … isn't allowed"],
    ['ann.smith@example.edu is taken', '… is taken'],
    ['Timeout after 30000 ms', 'Timeout after … ms'],
    ['rows 1, 2, 3 failed', 'rows … failed'],
    ['  two\n  lines ', 'two lines'],
    ['', 'No message'],
    [null, 'No message'],
  ])('of %j is %j', (message, text) => {
    expect(errorTextOf(message)).toBe(text);
  });

  it('is no longer than its column, in characters', () => {
    expect([...errorTextOf('ä'.repeat(5000))]).toHaveLength(300);
    expect([...errorTextOf('😀'.repeat(5000))]).toHaveLength(300);
  });

  it('is quickly worked out for the longest message', () => {
    for (const part of ['a1-', '"', "'", '1', 'x@', 'http://', '…,'])
      expect(errorTextOf(part.repeat(Math.floor(5000 / part.length))).length).toBeLessThanOrEqual(300);
  });
});

describe('the ID of an error group', () => {
  it('depends on the target system', () => {
    expect(errorGroupOf('SIS', 'x')).toMatch(/^[\w-]{22}$/);
    expect(errorGroupOf('SIS', 'x')).not.toBe(errorGroupOf('CRM', 'x'));
    expect(errorGroupOf('SIS', 'x')).toBe(errorGroupOf('SIS', 'x'));
  });
});
