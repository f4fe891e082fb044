// npm run verify [-- <suite>…] [--affected] [--from <suite>] [--resume] [--list]: what must hold before a release and
// takes too long for every merge. One suite after the other, so that no two share the processor.
import { catchSignals, isInterrupted } from '../setup/interruption.mjs';
import { explain } from '../setup/problem.mjs';
import { ensureModules, ROOT, say } from '../setup/setup.mjs';
import { addToRecord, affectedSuites, presentState } from './history.mjs';
import { Outcomes, tableOf } from './outcomes.mjs';
import { runSuite } from './run-suite.mjs';
import { choose, readWords } from './selection.mjs';
import { SUITES } from './suites.mjs';

const outcomes = new Outcomes(ROOT, SUITES);

/** Of the commit, so that a run that continues has the same. Random tests take at most nine digits. */
function seedOf(commit) {
  return process.env.TEST_SEED ?? String(parseInt(commit.slice(0, 7) || '0', 16));
}

async function chosen(words, { state }) {
  const input = readWords(words);
  // What a notice is about is tried again.
  const isPassed = ({ isPassed, notice }) => isPassed && notice === undefined;
  const affected = input.affected ? await affectedSuites(ROOT, SUITES) : new Set();
  const passed = new Set(
    outcomes
      .with(state)
      .filter(isPassed)
      .map(({ name }) => name),
  );
  return {
    input,
    suites: choose(SUITES, input, { affected, passed }),
    shown: choose(SUITES, { ...input, resume: false }, { affected, passed }),
  };
}

function list(suites, isAffected) {
  if (isAffected) {
    const names = suites.map(({ name }) => name).join(' ');
    say(names === '' ? 'No suite is affected by what has changed.' : `To be verified by hand: ${names}`);
    return;
  }
  for (const { name, covers } of suites) process.stdout.write(`${name.padEnd(14)}${covers}\n`);
}

/** A suite counts as verified with a commit when the files are those of that commit before and after it. */
async function record(suite, outcome, before) {
  outcomes.keep({ name: suite.name, ...outcome, commit: before.commit, state: before.state });
  const after = await presentState(ROOT);
  if (!outcome.isPassed || outcome.notice !== undefined || !before.isClean || after.state !== before.state)
    return;
  const { passed: tests, seconds } = outcome;
  addToRecord(ROOT, suite.name, {
    commit: before.commit,
    date: new Date().toISOString().slice(0, 10),
    tests,
    seconds,
  });
}

/** @param shown the suites of the table: beside those that run also those that `--resume` leaves out */
async function runAll(suites, shown, before) {
  const seed = seedOf(before.commit);
  say(`Suites: ${suites.map(({ name }) => name).join(', ') || 'none'}; TEST_SEED=${seed}.`);
  for (const suite of suites) {
    say(`== ${suite.name}: ${suite.covers}`);
    const outcome = await runSuite(suite, { root: ROOT, outcomes, seed });
    if (isInterrupted) break;
    await record(suite, outcome, before);
  }
  const names = shown.map(({ name }) => name);
  const done = outcomes.with(before.state).filter(({ name }) => names.includes(name));
  for (const line of tableOf(done)) process.stdout.write(`${line}\n`);
  if (isInterrupted) say('Interrupted; npm run verify -- --resume continues.');
  process.exitCode = !isInterrupted && done.every(({ isPassed }) => isPassed) ? 0 : 1;
}

await ensureModules();
const before = await presentState(ROOT);
const { input, suites, shown } = await chosen(process.argv.slice(2), before).catch(explain);
if (input.list) list(suites, input.affected);
else {
  catchSignals();
  await runAll(suites, shown, before);
}
