import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Verdict {
  readonly isRight: boolean;
  /** What it says about a mistake. */
  readonly said: string;
}

/** Runs Prometheus's own checker. */
export function promtool(...words: readonly string[]): Promise<Verdict> {
  return new Promise((resolve) => {
    execFile('promtool', words, (error, stdout, stderr) => {
      resolve({ isRight: error === null, said: stdout + stderr });
    });
  });
}

/** Checks the text of `/metrics`. */
export async function checkMetrics(text: string): Promise<Verdict> {
  const child = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (part: string) => (said += part));
  child.stdin.end(text);
  const [code] = (await once(child, 'close')) as [number | null];
  return { isRight: code === 0, said };
}

/** A series by its selector, and its values minute by minute in promtool's notation. */
export type Series = Readonly<Record<string, string>>;

export interface ExpectedAlert {
  readonly exp_labels: Readonly<Record<string, string>>;
  readonly exp_annotations: Readonly<Record<string, string>>;
}

/** What is expected at a minute. */
export interface Expectation {
  readonly minute: number;
  readonly alerts: readonly ExpectedAlert[];
  /** How many alerts wait for the end of `for`, where that matters. */
  readonly pending?: number;
}

/** Lets promtool evaluate a rule minute by minute; YAML contains JSON, so no other library is needed. */
export async function testRule(
  folder: string,
  rules: string,
  alert: string,
  series: Series,
  expected: readonly Expectation[],
): Promise<Verdict> {
  const file = join(folder, 'rule.test.json');
  const waiting = `count(ALERTS{alertname="${alert}", alertstate="pending"}) or vector(0)`;
  const test = {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: expected.map(({ minute, alerts }) => ({
          eval_time: `${minute}m`,
          alertname: alert,
          exp_alerts: alerts,
        })),
        promql_expr_test: expected.flatMap(({ minute, pending: value }) =>
          value === undefined
            ? []
            : { expr: waiting, eval_time: `${minute}m`, exp_samples: [{ labels: '{}', value }] },
        ),
      },
    ],
  };
  await writeFile(file, JSON.stringify(test));
  return promtool('test', 'rules', file);
}
