import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
// A lock file is created and then written; one that stays empty belonged to a process killed in between.
const WRITTEN_WITHIN_MS = 2_000;

/** Runs `work` while no other living process holds the lock file `path`; calls `onWait` once if one does. */
export async function withLock(path, work, onWait = () => {}) {
  let announced = false;
  while (!tryCreate(path)) {
    if (holderIsDead(path)) {
      await withLock(`${path}.break`, () => removeIfDead(path));
      continue;
    }
    if (!announced) onWait();
    announced = true;
    await sleep(POLL_MS);
  }
  // The work may end the process.
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

// Under a second lock, and after a second check: of two processes that find the same dead lock, the slower
// one would otherwise remove the lock the faster one has just taken.
function removeIfDead(path) {
  if (holderIsDead(path)) rmSync(path, { force: true });
}

function tryCreate(path) {
  try {
    writeFileSync(path, identityOf(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holderIsDead(path) {
  try {
    const holder = readFileSync(path, 'utf8');
    if (holder === '') return Date.now() - statSync(path).mtimeMs > WRITTEN_WITHIN_MS;
    const pid = Number(holder.split(' ')[0]);
    process.kill(pid, 0);
    return identityOf(pid) !== holder;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

// The start time, where /proc has it, detects a process id that was reused.
function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} `;
  }
}
