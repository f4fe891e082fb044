// Measures whether the time of a refusal reveals whether a key exists. Prints statistics, and exits with 1 when the
// times differ by more than the limit.
//
//   AUTH_FAILURES_PER_MINUTE=100000000 npm start
//   node scripts/attack/timing.mjs --url http://localhost:3000 --key ik_… --secret … [--tries 20000] [--limit-us 20]
import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    key: { type: 'string' },
    secret: { type: 'string' },
    tries: { type: 'string', default: '20000' },
    // Differences of some tens of microseconds are lost in the jitter of a campus network, even over thousands of
    // tries.
    'limit-us': { type: 'string', default: '20' },
  },
});
if (values.key === undefined || values.secret === undefined) {
  process.stderr.write('Give --key and --secret of a credential with the scope integration.\n');
  process.exit(2);
}
const tries = Number(values.tries);
const limitUs = Number(values['limit-us']);
const WARM_UP = 1000;
const RESAMPLES = 200;
/** The number of requests at once, because a refusal is delayed. */
const CALLERS = 8;
/** The service caches a verified secret for 4 s; a known key is tried in both states. */
const REMEMBERED_MS = 3000;

let agent = new Agent({ keepAlive: true });

/** @returns the status, and the microseconds from the last byte sent to the first byte received */
function call(key, secret) {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Service-API-Key': key, 'X-Service-API-Secret': secret };
    const start = process.hrtime.bigint();
    const outgoing = request(new URL('/api/v1/integration', values.url), { agent, headers }, (answer) => {
      const us = Number(process.hrtime.bigint() - start) / 1000;
      answer.resume().on('end', () => resolve({ status: answer.statusCode, us }));
    });
    outgoing.on('error', reject).end();
  });
}

/** A new random value with the form and length of a real one. */
function someKey() {
  const letters = Array.from({ length: 26 }, () => randomInt(36).toString(36));
  return `ik_${letters.join('')}`;
}

const wrongSecret = () =>
  randomBytes(Math.ceil(values.secret.length / 2))
    .toString('hex')
    .slice(0, values.secret.length);
const KINDS = {
  'unknown key': () => call(someKey(), wrongSecret()),
  'wrong secret': () => call(values.key, wrongSecret()),
};

let provenAt = 0;
async function measure(name, keepProven) {
  if (keepProven && Date.now() - provenAt > REMEMBERED_MS) {
    provenAt = Date.now();
    const { status } = await call(values.key, values.secret);
    if (status !== 200) throw new Error(`The right secret was answered with ${status}`);
  }
  const { status, us } = await KINDS[name]();
  if (status !== 401)
    throw new Error(
      `${name} was answered with ${status}; start the service with AUTH_FAILURES_PER_MINUTE=100000000`,
    );
  return us;
}

const ascending = (numbers) => Float64Array.from(numbers).sort();
const quantile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const sample = (numbers) => ascending(Array.from(numbers, () => numbers[randomInt(numbers.length)]));
const round = (number) => Math.round(number * 10) / 10;

/** How often a value of the one is above a value of the other, as a normal deviate; beyond 3 it is significant. */
function mannWhitney(one, other) {
  const all = [...one.map((us) => [us, 1]), ...other.map((us) => [us, 0])].sort(([a], [b]) => a - b);
  const ranks = all.reduce((sum, [, isOne], index) => sum + (isOne ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  return (ranks - (n * (n + 1)) / 2 - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

function tell(name, times) {
  const sorted = ascending(times);
  const [p10, p50, p90, p99] = [0.1, 0.5, 0.9, 0.99].map((share) => round(quantile(sorted, share)));
  console.log(
    `${name.padEnd(14)} n ${times.length}  p10 ${p10}  median ${p50}  p90 ${p90}  p99 ${p99}  mean ` +
      `${round(mean(times))} µs`,
  );
}

function differ(unknown, wrong) {
  const gap = (one, other) => quantile(other, 0.5) - quantile(one, 0.5);
  const gaps = ascending(Array.from({ length: RESAMPLES }, () => gap(sample(unknown), sample(wrong))));
  const [low, high] = [quantile(gaps, 0.025), quantile(gaps, 0.975)];
  console.log(
    `difference of the medians ${round(gap(ascending(unknown), ascending(wrong)))} µs, ` +
      `95 % between ${round(low)} and ${round(high)} µs; Mann-Whitney z ${round(mannWhitney(unknown, wrong))}`,
  );
  return Math.min(Math.abs(low), Math.abs(high)) > limitUs && Math.sign(low) === Math.sign(high);
}

let left = 0;
/** Measures in pairs of random order, so that other load on the machine affects both alike. */
async function callAgain(times, keepProven) {
  while (left > 0) {
    left -= 1;
    const isWarm = left < tries;
    const names = randomInt(2) === 0 ? ['unknown key', 'wrong secret'] : ['wrong secret', 'unknown key'];
    for (const name of names) {
      const us = await measure(name, keepProven);
      if (isWarm) times[name].push(us);
    }
  }
}

let isTold = false;
for (const keepProven of [false, true]) {
  const times = { 'unknown key': [], 'wrong secret': [] };
  left = tries + WARM_UP;
  await Promise.all(Array.from({ length: CALLERS }, () => callAgain(times, keepProven)));
  // The service closes idle connections while the figures are computed.
  agent.destroy();
  agent = new Agent({ keepAlive: true });
  console.log(keepProven ? '\nthe known key was used a moment ago' : 'the known key was not used lately');
  for (const [name, list] of Object.entries(times)) tell(name, list);
  isTold = differ(times['unknown key'], times['wrong secret']) || isTold;
}
agent.destroy();
console.log(
  isTold ? `\nThe times differ by more than ${limitUs} µs.` : `\nNo difference above ${limitUs} µs.`,
);
process.exitCode = isTold ? 1 : 0;
