/**
 * The limit of a test, in milliseconds, of the suites apart from `npm test`. Their tests start servers, containers,
 * browsers and earlier versions, build, kill, and wait for leases, recoveries and scrapes in real time; the machine may
 * be cold and busy. Tests that hang end sooner by the limit of `until`.
 */
export const LONG_TEST_MS = 300_000;
