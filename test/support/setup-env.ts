const base = process.env.TEST_DATABASE_URL_BASE;
const worker = process.env.JEST_WORKER_ID;
if (!base || !worker) throw new Error('Start the tests with `npm test`, which provides their databases.');

const url = new URL(base);
url.pathname = `/itest_${worker}`;

process.env.DATABASE_URL = url.href;
process.env.SERVER_KEY = 'test-server-key-test-server-key-0000';
process.env.LOG_LEVEL = 'silent';
// No secret is looked for in lines that are not written.
process.env.LOG_REQUESTS = 'all';
process.env.NODE_ENV = 'test';
// A busy machine may keep its database waiting for more than a second. The tests of faults have the default.
process.env.DATABASE_SILENCE_SECONDS = '20';
// Failures of one address are counted over all test files of this worker's database.
process.env.AUTH_FAILURES_PER_MINUTE = '1000000';
