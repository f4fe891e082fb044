import { readdirSync, readFileSync } from 'node:fs';

export interface StartedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Of `/proc/<pid>/stat`: what follows the name, which may contain anything. */
const STATE_AND_PARENT = /^.*\) (\S) (\d+) /s;

/**
 * The processes that this one or one of its children has started and that run: its children, and what has this TMPDIR
 * in its environment, such as a server that outlives the process that started it. None where there is no `/proc`.
 */
export function startedProcesses(temporary: string): StartedProcess[] {
  return pids().flatMap((pid) => {
    try {
      const [, state, parent] = STATE_AND_PARENT.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      if (pid === process.pid || state === 'Z' || state === 'X') return [];
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (Number(parent) !== process.pid && !environment.includes(`TMPDIR=${temporary}`)) return [];
      return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }];
    } catch {
      // It has ended meanwhile, or is another user's.
      return [];
    }
  });
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
