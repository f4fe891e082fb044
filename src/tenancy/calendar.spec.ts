import { jest } from '@jest/globals';

import { dayIn } from './calendar.js';

const AT = new Date('2026-11-20T12:00:00Z');

/** The same zone in this number of spellings. */
function spellings(count: number): string[] {
  const letters = [...'dumontdurville'];
  return Array.from({ length: count }, (_, index) => {
    const text = letters
      .map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter))
      .join('');
    return `Antarctica/${text}`;
  });
}

it('clocks are kept for a bounded number of zones, however they are spelled', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const [first = '', ...others] = spellings(1500);
  dayIn(first, AT);
  dayIn(first, AT);
  expect(made).toHaveBeenCalledTimes(1);
  for (const zone of others) dayIn(zone, AT);
  expect(dayIn(first, AT)).toBe('2026-11-20');
  expect(made).toHaveBeenCalledTimes(1501);
});
