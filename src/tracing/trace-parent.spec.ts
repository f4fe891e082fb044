import { callerOf, traceParentOf } from './trace-parent.js';

const traceIdOf = (header: string | string[] | undefined): string | undefined => callerOf(header)?.traceId;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    ['of version 00', `00-${TRACE}-${PARENT}-01`],
    ['that is not sampled', `00-${TRACE}-${PARENT}-00`],
    ['with flags that are not defined yet', `00-${TRACE}-${PARENT}-ff`],
    ['of a later version', `01-${TRACE}-${PARENT}-01`],
    ['of a later version with more fields', `cc-${TRACE}-${PARENT}-01-what-the-future-brings`],
    ['of a later version that ends in a dash', `cc-${TRACE}-${PARENT}-01-`],
  ])('%s names its trace', (_, header) => {
    expect(traceIdOf(header)).toBe(TRACE);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['two of them', [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`]],
    ['two of them, as Node joins them', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['version ff', `ff-${TRACE}-${PARENT}-01`],
    ['a version of one digit', `0-${TRACE}-${PARENT}-01`],
    ['a version that is no number', `0g-${TRACE}-${PARENT}-01`],
    ['version 00 with more fields', `00-${TRACE}-${PARENT}-01-more`],
    ['version 00 that ends in a dash', `00-${TRACE}-${PARENT}-01-`],
    ['a later version with more, but no dash before it', `01-${TRACE}-${PARENT}-01.more`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['a trace id that is too short', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['a trace id that is too long', `00-${TRACE}0-${PARENT}-01`],
    ['a trace id with another letter', `00-${TRACE.slice(1)}g-${PARENT}-01`],
    ['a parent id that is too short', `00-${TRACE}-${PARENT.slice(1)}-01`],
    ['no flags', `00-${TRACE}-${PARENT}`],
    ['flags of one digit', `00-${TRACE}-${PARENT}-1`],
    ['flags that are no number', `00-${TRACE}-${PARENT}-0x`],
    ['another line', `00-${TRACE}-${PARENT}-01\n`],
  ])('is ignored: %s', (_, header) => {
    expect(traceIdOf(header)).toBeUndefined();
  });
});

describe('a span that is handed on', () => {
  it.each([
    ['01', '01'],
    ['00', '00'],
    ['ff', '01'],
  ])('with the flags %s has %s: no more than that the caller samples', (given, handedOn) => {
    const caller = callerOf(`00-${TRACE}-${PARENT}-${given}`);
    expect(traceParentOf(caller)).toBe(`00-${TRACE}-${PARENT}-${handedOn}`);
  });

  it('is none where nothing is traced', () => {
    expect(traceParentOf(undefined)).toBeUndefined();
    expect(traceParentOf({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 })).toBeUndefined();
  });
});
