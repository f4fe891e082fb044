// A university for each test. The time stands still, so that every run sees the same.
import { test } from 'node:test';

import { useSandbox } from '@integration-api/client/testing';

export const MORNING = '2027-03-01T09:00:00.000Z';

/** A test with a sandbox of its own, which is deleted at its end. */
export function withSandbox(name, body, input = {}) {
  test(name, async () => {
    const qa = await useSandbox({ name, clock: { now: MORNING, frozen: true }, ...input });
    try {
      await body(qa);
    } finally {
      await qa.remove();
    }
  });
}

export function aStudent(change = {}) {
  return {
    externalId: 'QA-77',
    email: 'ann.lee@demo.example.edu',
    firstName: 'Ann',
    lastName: 'Lee',
    accountType: 'Student',
    ...change,
  };
}

/** The code of the refusal of a call. */
export function refusalOf(call) {
  return call.then(
    () => 'none',
    ({ code }) => code,
  );
}
