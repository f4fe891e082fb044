import { join } from 'node:path';

import base from '../../jest.config.js';

/**
 * The limit of a test, in milliseconds, of the suites apart from `npm test`. Their tests start servers, containers,
 * browsers and earlier versions, build, kill, and wait for leases, recoveries and scrapes in real time; the machine may
 * be cold and busy. Tests that hang end sooner by the limit of `until`.
 */
const LONG_TEST_MS = 300_000;

const [unit, e2e] = base.projects;

function suite(project, name, more) {
  return {
    ...project,
    rootDir: join(import.meta.dirname, '../..'),
    displayName: name,
    testMatch: [`<rootDir>/test/${name}/*-spec.ts`],
    maxWorkers: 1,
    testTimeout: LONG_TEST_MS,
    ...more,
  };
}

/** A suite of this folder of `test/`, which prepares what it needs. */
export const suiteOf = (name, more = {}) => suite(unit, name, more);

/** The same on the database of the end-to-end tests. */
export const e2eSuiteOf = (name, more = {}) => suite(e2e, name, more);
