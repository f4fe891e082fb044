import { FeedError, reasonOf } from '../../feed-error.js';

/** The refusal of a workbook whose content is not as the format demands. */
export function damaged(reason: unknown): FeedError {
  if (reason instanceof FeedError) return reason;
  const advice = 'open it in its program, save it as .xlsx, and send that';
  return new FeedError(`the workbook is damaged or incomplete (${reasonOf(reason)}); ${advice}`);
}
