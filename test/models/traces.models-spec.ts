import { RUNS, traceText, writeText, writtenText } from './support/traces.js';

/** `WRITE_TRACES=yes npm run test:models -- traces` writes them, after a change of a model. */
const MAY_WRITE = process.env['WRITE_TRACES'] === 'yes';

it.each(RUNS)('the trace $seed of the model $model is what the model prints', async (run) => {
  const text = await traceText(run);
  if (MAY_WRITE) writeText(run, text);
  expect(writtenText(run)).toBe(text);
});
