import { fc } from '../../../test/support/fast-check.js';
import { roundsOf } from '../../../test/support/random.js';
import {
  boundOfTime,
  isAddressByFullRules,
  isCalendarDate,
  isDateTime,
  isDomainName,
  isEmailAddress,
  isSnakeCase,
} from './formats.js';

describe('a calendar date', () => {
  it.each([
    '2024-02-29',
    '2000-02-29',
    '2400-02-29',
    '2023-02-28',
    '2026-01-01',
    '2026-12-31',
    '2026-04-30',
    '1000-01-01',
    '9999-12-31',
  ])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0999-12-31',
    '0000-00-00',
    '26-01-01',
    '2026-1-1',
    '20260101',
    '2026/01/01',
    '01-01-2026',
    '2026-01-01T00:00:00Z',
    '2026-01-01\n',
    ' 2026-01-01',
    '-2026-01-01',
    '+002026-01-01',
    '٢٠٢٦-٠١-٠١',
    '',
  ])('%j does not', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('a date and time', () => {
  it.each([
    '2026-03-01T09:30:00.000Z',
    '2026-03-01T09:30:00Z',
    '2026-03-01T09:30Z',
    '2026-03-01T00:00:00+00:00',
    '2026-03-01T23:59:59.999999999-11:30',
    '2024-02-29T12:00:00+05:45',
  ])('%s exists', (text) => {
    expect(isDateTime(text)).toBe(true);
  });

  it.each([
    '2026-03-01',
    '2026-03-01T09:30:00',
    '2026-03-01 09:30:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T09:60:00Z',
    '2026-03-01T09:30:60Z',
    '2026-03-01T09:30:00.Z',
    '2026-03-01T09:30:00+24:00',
    '2026-03-01T09:30:00+0100',
    '2023-02-29T12:00:00Z',
    '2026-03-01t09:30:00z',
    '2026-03-01T09:30:00Z\n',
  ])('%j does not', (text) => {
    expect(isDateTime(text)).toBe(false);
  });
});

describe('a bound of time', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00+02:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:30:00.123Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00.123000Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00.123001Z', '2026-03-01T09:30:00.124Z'],
  ])('%s is %s', (text, moment) => {
    expect(boundOfTime(text)?.toISOString()).toBe(moment);
  });

  it.each(['2026-02-30', '2026-02-30T09:30:00Z', '2026-03-01T09:30:00', '2026', ''])('%j is none', (text) => {
    expect(boundOfTime(text)).toBeUndefined();
  });
});

describe('an e-mail address', () => {
  it.each([
    'ann@example.edu',
    'Ann.Lee+tag@mail.example.edu',
    "o'hara@example.edu",
    'rené@exämple.edu',
    '用户@例子.中国',
    `${'l'.repeat(64)}@example.edu`,
    'ann..lee@docomo.example.jp',
    'ann.@docomo.example.jp',
    'a...@docomo.ne.jp',
    'Ann..Lee.@AU.com',
    `${'l'.repeat(62)}..@docomo.ne.jp`,
  ])('%s is one', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    'ann',
    'ann@',
    '@example.edu',
    'ann@example',
    'ann@@example.edu',
    'ann lee@example.edu',
    '.ann@example.edu',
    'ann.@example.edu',
    'an..n@example.edu',
    'ann..lee@au.example.com',
    'ann..lee@docomo.jp.example.edu',
    '.ann@docomo.ne.jp',
    '..ann@docomo.ne.jp',
    '.@docomo.ne.jp',
    '..@docomo.ne.jp',
    'ann@docomo..jp',
    'ann.@.jp',
    'ann..lee.jp',
    `${'l'.repeat(63)}..@docomo.ne.jp`,
    'ann@-example.edu',
    'ann@example..edu',
    'ann@[127.0.0.1]',
    '"ann lee"@example.edu',
    'Ann Lee <ann@example.edu>',
    'ann@example.edu, bob@example.edu',
    'ann@example.edu\n',
    'ann\u3000lee@example.edu',
    'ann\u200alee@example.edu',
    `${'l'.repeat(65)}@example.edu`,
    '',
  ])('%j is none', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

describe('an address that the short rule accepts', () => {
  const part = fc.stringMatching(/^([a-zA-Z0-9]{1,3}|[-._@ K\n]|xn--)*$/, { maxLength: 70 });

  it('keeps the full rules', () => {
    fc.assert(
      fc.property(fc.tuple(part, fc.constantFrom('.edu', '.e', '.xn--p1ai', '.c0m', '')), ([text, end]) => {
        const address = text.includes('@') ? `${text}${end}` : `a@${text}${end}`;
        expect(isEmailAddress(address)).toBe(isAddressByFullRules(address));
      }),
      { numRuns: roundsOf(200) },
    );
  });
});

describe('a domain name', () => {
  it.each(['example.edu', 'a.b.c.example.edu', 'xn--bcher-kva.example', 'EXAMPLE.edu'])(
    '%s is one',
    (text) => {
      expect(isDomainName(text)).toBe(true);
    },
  );

  it.each([
    'example',
    'example.',
    '.edu',
    'exa mple.edu',
    'https://example.edu',
    'a@example.edu',
    '-a.edu',
    '1.2.3.4',
  ])('%j is none', (text) => {
    expect(isDomainName(text)).toBe(false);
  });
});

describe('lower snake case', () => {
  it.each(['chair', 'department_chair', 'a', 'level_2', 'a1_b2'])('%s is', (text) => {
    expect(isSnakeCase(text)).toBe(true);
  });

  it.each(['Chair', 'department-chair', '_chair', 'chair_', 'a__b', '2nd', 'chaîr', 'chair\n', 'a b', ''])(
    '%j is not',
    (text) => {
      expect(isSnakeCase(text)).toBe(false);
    },
  );
});
