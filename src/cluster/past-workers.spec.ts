import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { remember } from './past-workers.js';

async function measured(count: number): Promise<object[]> {
  const registers = [new Registry()];
  const [registry] = registers;
  new Counter({ name: 'answered', help: 'h', labelNames: ['status'], registers }).inc({ status: 200 }, count);
  new Histogram({ name: 'seconds', help: 'h', buckets: [1], registers }).observe(count);
  new Gauge({ name: 'memory', help: 'h', registers }).set(count);
  return (await registry?.getMetricsAsJSON()) ?? [];
}

describe('what ended workers leave', () => {
  it('is the sum of what they counted, by label, and nothing that was true of them alone', async () => {
    const past = await remember(await remember([], await measured(2)), await measured(3));

    expect(past).toMatchObject([
      { name: 'answered', type: 'counter', values: [{ value: 5, labels: { status: 200 } }] },
      { name: 'seconds', type: 'histogram' },
    ]);
    expect(past[1]).toMatchObject({
      values: expect.arrayContaining([
        expect.objectContaining({ metricName: 'seconds_sum', value: 5 }),
        expect.objectContaining({ metricName: 'seconds_count', value: 2 }),
      ]) as unknown,
    });
  });
});
