import { Injectable } from '@nestjs/common';

import { ActorLabels } from '../../actors/actor-labels.js';
import { presentEvent } from '../../change-feed/feed.dto.js';
import { FeedService } from '../../change-feed/feed.service.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AdminEventDto, EventsQueryDto } from './events.dto.js';

const MOST_EVENTS = 20;

/** What happens to a person or in a run while an administrator looks at it. */
@Injectable()
export class AdminEventsService {
  constructor(
    private readonly feed: FeedService,
    private readonly labels: ActorLabels,
  ) {}

  /**
   * @throws {ValidationFailed} when `after` was never handed out
   * @throws {FeedExpired} when events behind the place are kept no longer
   */
  async list(scope: Scope, { after, ...watched }: EventsQueryDto): Promise<Success<AdminEventDto[]>> {
    const { events, ...meta } = await this.feed.watch(scope, watched, after, MOST_EVENTS);
    const actorOf = ({ data: { actor } }: (typeof events)[number]): string | null =>
      typeof actor === 'string' ? actor : null;
    const labelOf = await this.labels.of(scope, events, actorOf);
    const data = events.map((event) => ({
      ...presentEvent(scope, event),
      actorLabel: labelOf(actorOf(event)),
    }));
    return success(data, { meta });
  }
}
