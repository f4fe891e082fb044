import { eventTimeOf } from './event-time.js';

describe('the time of an event', () => {
  it.each<[string, string, number]>([
    ['2026-11-02T10:00:00Z', '2026-11-02T10:00:00.000Z', 0],
    ['2026-11-02t10:00:00.5z', '2026-11-02T10:00:00.500Z', 0],
    ['2026-11-02T10:00:00.000900Z', '2026-11-02T10:00:00.000Z', 900_000],
    ['2026-11-02T10:00:00.123456789+01:00', '2026-11-02T09:00:00.123Z', 456_789],
    ['2026-11-02T10:00:00.1234567899999Z', '2026-11-02T10:00:00.123Z', 456_789],
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
