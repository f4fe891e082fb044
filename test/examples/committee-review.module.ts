import { Injectable, Module } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';

import {
  SUBMISSION_STATUS_CHANGED,
  SubmissionStatusChanged,
} from '../../src/submissions/submission-status-changed.event.js';

/** A vote of a committee, as another team's module stores it. */
export interface Vote {
  readonly tenantId: string;
  readonly submissionId: string;
  readonly isInFavour: boolean;
  readonly chair: string;
  /** A vote that is emitted again has no further effect. */
  readonly voteId: string;
}

/** Decides by vote and emits the decision on the process's event emitter; it does not know the sync queue. */
@Injectable()
export class CommitteeReview {
  constructor(private readonly emitter: EventEmitter2) {}

  decide({ tenantId, submissionId, isInFavour, chair, voteId }: Vote): void {
    const event = new SubmissionStatusChanged({
      tenantId,
      submissionId,
      status: isInFavour ? 'approved' : 'rejected',
      actor: `committee:${chair}`,
      reason: 'vote of the committee',
      eventId: `vote-${voteId}`,
    });
    this.emitter.emit(SUBMISSION_STATUS_CHANGED, event);
  }
}

@Module({ providers: [CommitteeReview], exports: [CommitteeReview] })
export class CommitteeReviewModule {}
