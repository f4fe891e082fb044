// Loaded before a program that is measured, and before each process that it starts: says at its end what it has used.
import { appendFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024 };
  appendFileSync(process.env['BENCH_USAGE'], `${JSON.stringify(usage)}\n`);
});
