import { hash } from 'node:crypto';

import type { Response } from 'express';

import { ChangedMeanwhile } from '../errors/request.errors.js';
import type { Success } from './answers.js';
import { canonicalJson } from './json/canonical-json.js';

/** The entity tag of what an answer shows (RFC 9110, 8.8.3): it changes whenever `data` does. */
export function tagOf(data: unknown): string {
  return `"${hash('sha256', canonicalJson(data), 'base64url').slice(0, 22)}"`;
}

/** Whether a header names this tag. A tag with and without W/ is the same: proxies that compress make a tag weak. */
export function isTagIn(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = (text: string): string => text.trim().replace(/^W\//, '');
  return header.split(',').some((one) => bare(one) === bare(tag));
}

/** The answer, sent with the entity tag of its data. */
export function tagged<T>(response: Response, answer: Success<T>): Success<T> {
  response.set('ETag', tagOf(answer.data));
  return answer;
}

/**
 * Checks the header `If-Match`; without it there is nothing to check.
 * @param data what the call that reads would answer now, under the lock of the change
 * @throws {ChangedMeanwhile} when the caller has read something else
 */
export function requireUnchanged(ifMatch: string | undefined, data: unknown): void {
  if (ifMatch !== undefined && !isTagIn(ifMatch, tagOf(data))) throw new ChangedMeanwhile();
}
