import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Failure } from '../../../src/cli/feed/answer-counts.js';
import type { Summary } from '../../../src/cli/feed/report.js';
import { credentialOptions, runFeed } from '../../support/run-feed.js';
import type { TestService, TestTenant } from '../../support/service.js';

export interface Fed {
  readonly code: number;
  readonly summary: Summary;
  /** How many rows were refused for each reason. */
  readonly refusals: Record<string, number>;
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
  const credential = credentialOptions(service.baseUrl, tenant.apiKey, tenant.apiSecret);
  const mapping = map === undefined ? [] : ['--map', map];
  const { code, stdout, stderr } = await runFeed([
    file,
    ...credential,
    ...mapping,
    '--rejects',
    rejects,
    '--json',
  ]);
  if (code === 2) throw new Error(stderr);
  return {
    code,
    summary: JSON.parse(stdout) as Summary,
    refusals: await reasonsIn(rejects),
  };
}

async function reasonsIn(rejects: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of (await readFile(rejects, 'utf8')).split('\n').filter(Boolean)) {
    const { error } = JSON.parse(line) as { error: Failure['error'] };
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
