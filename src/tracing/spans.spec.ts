import { beginRequest } from './spans.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('without an SDK', () => {
  it.each([true, false])('a request has the trace of its caller, also where followed is %s', (isFollowed) => {
    const { traceId, traceParent } = beginRequest('GET', { traceparent: TRACEPARENT, isFollowed }, {});
    expect({ traceId, traceParent }).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      traceParent: TRACEPARENT,
    });
  });

  it('a request has no trace where its caller sends none', () => {
    const { traceId, traceParent } = beginRequest('GET', { traceparent: undefined, isFollowed: true }, {});
    expect({ traceId, traceParent }).toEqual({ traceId: undefined, traceParent: undefined });
  });
});
