// Loaded before a program that is measured, and before each process that it starts: says at its end what it has used.
import { appendFileSync, readFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  // Not maxRSS of process.resourceUsage(), in which Linux counts the process that started this one.
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const usage = { cpuSeconds: (user + system) / 1e6, peakMiB: Number(kibibytes) / 1024 };
  appendFileSync(process.env['BENCH_USAGE'], `${JSON.stringify(usage)}\n`);
});
