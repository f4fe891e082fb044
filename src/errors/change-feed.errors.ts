import { Refusal } from './refusal.js';

/** A place in the feed of changes that was valid once. */
export class FeedExpired extends Refusal {
  readonly code = 'CURSOR_EXPIRED';

  static byAge(days: number): FeedExpired {
    return new FeedExpired(`they are older than ${days} days`);
  }

  static byReset(): FeedExpired {
    return new FeedExpired('the sandbox was reset since');
  }

  static byLoss(): FeedExpired {
    return new FeedExpired('the database has lost changes since');
  }

  private constructor(reason: string) {
    super(
      `Events behind this place are not kept: ${reason}. Begin again: call without after, keep its nextAfter, ` +
        'copy what you need by GET /users and GET /progress, and then follow the feed from that nextAfter.',
    );
  }
}

/** A list of what changed is asked for from before the database lost changes. */
export class ChangesLost extends Refusal {
  readonly code = 'CURSOR_EXPIRED';

  constructor() {
    super(
      'The database has lost changes since, and a copy may have some of them: begin again without since and cursor, ' +
        'and replace the copy.',
    );
  }
}
