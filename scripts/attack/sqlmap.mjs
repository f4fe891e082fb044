import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './tool.mjs';

/** Runs sqlmap on the marks of one target's requests, and reads its reports. */
export async function attack(target, folder, level, seconds) {
  const place = join(folder, target.name.replace(/[^A-Za-z0-9]+/g, '-'));
  const [request, traffic, output] = [`${place}.txt`, `${place}.traffic`, `${place}.output`];
  writeFileSync(request, target.text);
  const { printed, isWhole } = await runTool(
    'sqlmap',
    [
      '-r',
      request,
      '-t',
      traffic,
      '--output-dir',
      output,
      '--batch',
      '--flush-session',
      '--ignore-stdin',
      '--disable-coloring',
      '--skip-waf',
      '--dbms',
      'MySQL',
      '--level',
      level,
      '--time-sec',
      '2',
      // These statuses are normal where credentials or an ID are tried; sqlmap would give up.
      '--ignore-code',
      '401,404',
      '--timeout',
      '20',
      '--retries',
      '0',
    ],
    seconds,
  );
  writeFileSync(`${place}.printed`, printed);
  const tested = printed.match(/does not seem to be injectable|identified the following injection/g) ?? [];
  return {
    name: target.name,
    marks: target.marks,
    tested: tested.length,
    isWhole,
    ...readTraffic(traffic),
    isInjectable: /identified the following injection point/.test(printed) || hasFinding(output),
  };
}

/** sqlmap writes its findings into a file `log` for each host, which is empty without findings. */
function hasFinding(output) {
  return readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/log'))
    .some((file) => statSync(join(output, file)).size > 0);
}

/** `first` is the status of the unchanged request. */
function readTraffic(traffic) {
  const statuses = {};
  const found = readFileSync(traffic, 'utf8').matchAll(/^HTTP response \[#\d+\] \((\d{3})/gm);
  const all = Array.from(found, ([, status]) => Number(status));
  for (const status of all) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, first: all[0] };
}
