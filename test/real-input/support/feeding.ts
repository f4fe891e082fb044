import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';

import type { AnswerError } from '../../../src/cli/feed/answer.js';
import { feed } from '../../../src/cli/feed/feed.js';
import type { Summary } from '../../../src/cli/feed/report.js';
import type { TestService, TestTenant } from '../../support/service.js';

export interface Fed {
  readonly code: number;
  readonly summary: Summary;
  /** How many rows were refused for each reason. */
  readonly refusals: Record<string, number>;
}

class Text extends Writable {
  value = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.value += chunk.toString('utf8');
    done();
  }
}

/** Runs the nightly command on one file, with a directory for its list of refused rows. */
export async function feedFile(
  service: TestService,
  tenant: TestTenant,
  file: string,
  directory: string,
  map?: string,
): Promise<Fed> {
  const rejects = join(directory, 'rejects.ndjson');
  const credential = ['--url', service.baseUrl, '--key', tenant.apiKey, '--secret', tenant.apiSecret];
  const mapping = map === undefined ? [] : ['--map', map];
  const [stdin, stdout, stderr] = [new PassThrough(), new Text(), new Text()];
  const argv = [file, ...credential, ...mapping, '--rejects', rejects, '--json'];
  const code = await feed(argv, { stdin, stdout, stderr, env: {} });
  if (code === 2) throw new Error(stderr.value);
  return {
    code,
    summary: JSON.parse(stdout.value) as Summary,
    refusals: await reasonsIn(rejects),
  };
}

async function reasonsIn(rejects: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of (await readFile(rejects, 'utf8')).split('\n').filter(Boolean)) {
    const { error } = JSON.parse(line) as { error: AnswerError };
    const reason = (error.details ?? []).map(({ message }) => message).join('; ') || error.code;
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

/** The expected result of a night. */
export function outcomeOf({ code, summary, refusals }: Fed): object {
  const { inserted, updated, unchanged, skippedReasons: skipped, warnings } = summary;
  return { code, inserted, updated, unchanged, refusals, skipped, warnings };
}
