import { eventTimeOf, isBefore } from './event-time.js';

describe('the time of an event', () => {
  it.each<[string, string, number]>([
    ['2026-11-02T10:00:00Z', '2026-11-02T10:00:00.000Z', 0],
    ['2026-11-02t10:00:00.5z', '2026-11-02T10:00:00.500Z', 0],
    ['2026-11-02T10:00:00.000900Z', '2026-11-02T10:00:00.000Z', 900_000],
    ['2026-11-02T10:00:00.123456789+01:00', '2026-11-02T09:00:00.123Z', 456_789],
    ['2026-11-02T10:00:00.1234567899999Z', '2026-11-02T10:00:00.123Z', 456_789],
    ['2026-11-02T10:00:00+23:00', '2026-11-01T11:00:00.000Z', 0],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z', 0],
  ])('%s is %s and %d ns', (text, at, nanos) => {
    const time = eventTimeOf(text);
    expect({ at: time?.at.toISOString(), nanos: time?.nanos }).toEqual({ at, nanos });
  });

  it.each([
    '2026-11-02T10:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-02T10:00:00',
    '2026-11-02',
    '2026-11-02T10:00:61Z',
  ])('%s is none', (text) => {
    expect(eventTimeOf(text)).toBeUndefined();
  });
});

describe('of two moments', () => {
  const at = (ms: number, nanos: number) => ({ at: new Date(ms), nanos });

  it.each([
    ['an earlier millisecond', at(1, 9), at(2, 0), true],
    ['a later millisecond', at(2, 0), at(1, 9), false],
    ['an earlier nanosecond', at(1, 1), at(1, 2), true],
    ['the same nanosecond', at(1, 1), at(1, 1), false],
    ['a later nanosecond', at(1, 2), at(1, 1), false],
  ])('%s is before: %j, %j, %s', (_, one, other, expected) => {
    expect(isBefore(one, other)).toBe(expected);
  });
});

it.each(['x2026-03-01T10:00:00Z', '2026-03-01T10:00:00Zx', 'no time'])(
  '%s is no time, also not in part',
  (text) => {
    expect(eventTimeOf(text)).toBeUndefined();
  },
);

it('a letter of either case, and digits behind the milliseconds, leave the moment as it is', () => {
  const moment = { at: new Date('2026-03-01T10:00:00.123Z'), nanos: 456_789 };
  expect(eventTimeOf('2026-03-01t10:00:00.1234567899z')).toEqual(moment);
});
