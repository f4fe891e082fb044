import { readFileSync } from 'node:fs';

// The resources that a process has used, as Linux counts them; NaN on other systems.
const TICKS_PER_SECOND = 100;

/** CPU seconds so far, user and system, in steps of 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return Number.NaN;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export function residentMiB(pid: number): number {
  return mebibytes(pid, 'VmRSS');
}

/** The most that was resident so far. */
export function peakMiB(pid: number): number {
  return mebibytes(pid, 'VmHWM');
}

function mebibytes(pid: number, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/status`) ?? '');
  return match === null ? Number.NaN : Number(match[1]) / 1024;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
