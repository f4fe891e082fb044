// What users of the fixtures write, with the types of each runner. `npm run check:client` compiles it, and fails when a
// line that is marked has no mistake.
import { expect as jestExpect, test as jestTest } from '../src/testing/jest.js';
import { expect as playwrightExpect, test as playwrightTest } from '../src/testing/playwright.js';
import { expect as vitestExpect, test as vitestTest } from '../src/testing/vitest.js';

const sandboxOptions = { seed: 'empty', clock: { now: '2027-03-01T09:00:00Z' } } as const;

jestTest.extend({ sandboxOptions })('a day later', async ({ sandbox }) => {
  jestExpect(await sandbox.clock.advance({ days: 1 })).toBeInstanceOf(Date);
  // @ts-expect-error -- no such member of a sandbox
  console.log(sandbox.time);
});
jestTest.only('a test without a sandbox of its own kind', () => undefined, 60_000);
// @ts-expect-error -- a mistyped option
jestTest.extend({ sandboxOptions: { sede: 'empty' } });

vitestTest.extend({ sandboxOptions })('a day later', { timeout: 60_000 }, async ({ sandbox, task }) => {
  vitestExpect(await sandbox.clock.advance({ days: 1 }), task.name).toBeInstanceOf(Date);
  // @ts-expect-error -- no such member of a sandbox
  console.log(sandbox.time);
});

playwrightTest.use({ sandboxOptions });
playwrightTest('a day later', async ({ page, sandbox }) => {
  playwrightExpect(await sandbox.clock.advance({ days: 1 })).toBeInstanceOf(Date);
  await page.goto(sandbox.sandbox.administrator.email);
  // @ts-expect-error -- no such member of a sandbox
  console.log(sandbox.time);
});
// @ts-expect-error -- a mistyped option
playwrightTest.use({ sandboxOptions: { sede: 'empty' } });
