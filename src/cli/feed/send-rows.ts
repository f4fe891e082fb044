import { randomUUID } from 'node:crypto';

import {
  type BulkAnswer,
  type CallOptions,
  IntegrationApi,
  IntegrationApiError,
  isBulkRefusal,
} from '#client';

import { FeedError } from '../../file-import/feed-error.js';
import type { FinishedRunDto } from '../../users/finish/finish.dto.js';
import type { SourceRow } from '../../file-import/sources/formats.js';
import { attemptFailure } from '../attempt-failure.js';
import type { FeedArguments, FinishArguments } from './arguments.js';

/** The service may be away for maintenance, and says until when. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

interface ClientOptions extends Pick<
  FeedArguments,
  'url' | 'key' | 'secret' | 'attempts' | 'backoffBase' | 'timeout'
> {
  readonly run: string;
  /** Called with one line for the operator when the feed pauses. */
  readonly notice: (text: string) => void;
  /** Ends the calls; what failed is then the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface SendOptions extends ClientOptions, Pick<FeedArguments, 'dryRun'> {
  readonly settle: (answer: BulkAnswer<SourceRow>) => Promise<void>;
}

/** What was sent, whether the feed finished or not. */
export interface Sent {
  readonly resent: number;
  /** Rows sent, or read to be sent, that have no answer. */
  readonly unanswered: number;
  readonly failure?: unknown;
  /** Whether the service refuses because the run was ended before. */
  readonly isFinishedBefore?: boolean;
  /** When the run was ended. */
  readonly ending?: Ending;
}

/**
 * Sends the rows until each has its answer. Rows without an answer are sent again in order, which is safe because a row
 * that was applied already is answered `unchanged`.
 */
export async function sendRows(rows: AsyncIterable<SourceRow>, options: SendOptions): Promise<Sent> {
  const { dryRun, settle } = options;
  const requestId = `feed-${randomUUID()}`;
  const answers = clientOf(options).users.bulkOf(rows, ({ bytes }) => bytes, {
    dryRun,
    requestId,
    // The failed rows of the run then have the numbers that they have in the file.
    lineOf: ({ line }) => line,
    ...signalOf(options),
  });
  let failure: unknown;
  let isFinishedBefore = false;
  try {
    for await (const answer of answers) await settle(answer);
  } catch (error) {
    isFinishedBefore = error instanceof IntegrationApiError && error.code === 'RUN_FINISHED';
    failure = error instanceof IntegrationApiError ? problemOf(error, options.attempts) : error;
  }
  const { resent, unanswered } = answers.summary;
  return { resent, unanswered, failure, isFinishedBefore };
}

/** What became of the end of a run. */
export type Ending = { readonly finished: FinishedRunDto } | { readonly notComplete: string };

/**
 * Ends the run.
 * @throws {FeedError} when the service refuses for another reason, or cannot be reached
 */
export async function finishRun(
  { complete, expectedRows }: FinishArguments,
  options: ClientOptions,
): Promise<Ending> {
  try {
    const body = {
      ...(expectedRows === undefined ? {} : { expectedRows }),
      ...(complete === undefined ? {} : { complete }),
    };
    return { finished: (await clientOf(options).runs.finish(options.run, body, signalOf(options))).data };
  } catch (error) {
    if (!(error instanceof IntegrationApiError)) throw error;
    if (error.code === 'RUN_NOT_COMPLETE') return { notComplete: error.message };
    throw problemOf(error, options.attempts);
  }
}

function signalOf({ signal }: ClientOptions): Pick<CallOptions, 'signal'> {
  return signal === undefined ? {} : { signal };
}

function clientOf(options: ClientOptions): IntegrationApi {
  const { url, key, secret, run, attempts, backoffBase, timeout, notice } = options;
  return new IntegrationApi({
    url,
    apiKey: key,
    apiSecret: secret,
    run,
    retries: attempts - 1,
    backoffMs: backoffBase,
    longestWaitMs: LONGEST_WAIT_MS,
    timeoutMs: timeout,
    onRetry: ({ waitMs, error }) => {
      notice(`${attemptFailure(error)}; trying again in ${(waitMs / 1000).toFixed(1)} s`);
    },
  });
}

function problemOf(error: IntegrationApiError, attempts: number): FeedError {
  const reason = attemptFailure(error);
  if (isBulkRefusal(error)) return new FeedError(`the service refuses: ${reason}`, { cause: error });
  const times = `${attempts} attempt${attempts === 1 ? '' : 's'}`;
  return new FeedError(`gave up after ${times} without progress: ${reason}`, { cause: error });
}
