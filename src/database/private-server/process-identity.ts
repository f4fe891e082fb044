import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process id and, where /proc has it, the start time: together they stay unique when ids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

interface ProcStat {
  readonly state: string;
  readonly startedAt: string;
}

const POLL_MS = 10;

export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: readProcStat(pid)?.startedAt ?? '' };
}

/** Whether that process still runs. A zombie, which has ended but was not waited for yet, does not count as running. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !respondsToSignals(pid)) return false;
  const stat = readProcStat(pid);
  if (!stat) return true;
  if (stat.state === 'Z' || stat.state === 'X') return false;
  return startedAt === '' || startedAt === stat.startedAt;
}

/** Resolves to false when the process still runs after `limitMs`. */
export async function waitForExit(identity: ProcessIdentity, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

export function sendSignal(identity: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function respondsToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readProcStat(pid: number): ProcStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name and may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

export function userId(): number {
  return process.getuid?.() ?? -1;
}

export function isRootUser(): boolean {
  return userId() === 0;
}
