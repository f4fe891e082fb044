import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { IntegrationApi } from '#client';
import { readConfig } from '#service/config/environment.js';
import { findAddress } from '#service/startup/kept-address.js';
import { codeOf, SIGNALS } from '../setup/child.mjs';
import { fail, ROOT, say } from '../setup/setup.mjs';
import { programOf, RUNNERS } from './qa.mjs';
import { TARGETS } from './targets.mjs';

/** As many submissions are queued again when none is queued. */
const QUEUED_AGAIN = 5;
const QA = 'qa';

const examples = join(ROOT, 'examples');

/** @returns the exit code of the connector, or of the tests */
export async function runExample([name = '', ...words]) {
  const prepare = TARGETS[name];
  if (prepare === undefined && name !== QA)
    fail(`Name an example: ${[...Object.keys(TARGETS), QA].join(', ')}.`);
  const config = readConfig(process.env);
  const credential = await demoCredential(config);
  if (prepare === undefined) return runTests(words, environmentOf(credential));
  await queueSomething(new IntegrationApi(credential));
  const target = await prepare(config);
  try {
    const connector = join(examples, name, target.program ?? 'connector.mjs');
    const how = words.includes('--stay') ? [] : ['--once'];
    const env = { ...environmentOf(credential), ...target.env };
    const code = await run([connector, ...how], env, target.command);
    for (const line of await target.outcome()) process.stdout.write(`${line}\n`);
    return code;
  } finally {
    await target.close();
  }
}

function environmentOf({ url, apiKey, apiSecret }) {
  return { INTEGRATION_API_URL: url, INTEGRATION_API_KEY: apiKey, INTEGRATION_API_SECRET: apiSecret };
}

/** Runs the tests of examples/qa with the runners that are named, or with all. */
async function runTests(names, env) {
  const unknown = names.find((name) => !RUNNERS.includes(name));
  if (unknown !== undefined) fail(`Name a test runner: ${RUNNERS.join(', ')}.`);
  let code = 0;
  for (const name of names.length === 0 ? RUNNERS : names) {
    say(`== ${name}`);
    const program = await programOf(name);
    if (program === undefined)
      say('NOT RUN: Python 3.9 or later with pytest is not here and may not be installed.');
    else code = (await runProgram(program, env)) || code;
  }
  return code;
}

async function demoCredential(config) {
  const url = await findAddress(config);
  if (url === undefined)
    fail(`No service answers that uses ${config.dataDir}; run npm start in another terminal.`);
  try {
    const { apiKey, apiSecret } = JSON.parse(readFileSync(join(config.dataDir, 'demo.json'), 'utf8'));
    return { url, apiKey, apiSecret };
  } catch {
    return fail(`There is no ${config.dataDir}/demo.json: the service has no demo university.`);
  }
}

async function queueSomething(api) {
  const { meta } = await api.sync.page({ limit: 1 });
  if (meta.totals.queued > 0) return;
  say(`Nothing is queued; ${QUEUED_AGAIN} submissions that were sent are queued again.`);
  const { data } = await api.sync.page({ status: 'sent', limit: QUEUED_AGAIN });
  for (const { submissionId } of data) await api.sync.replay({ submissionId });
}

function runProgram({ file, words, cwd, env }, credential) {
  return run(words, { ...credential, ...env }, file, cwd);
}

function run(words, env, command = process.execPath, cwd = process.cwd()) {
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // The connector first finishes what it has in hand.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return codeOf(child);
}
