import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { ChangeEvents } from './change-events.entity.js';
import { ChangeEventsRepository } from './change-events.repository.js';
import { ChangeFeed } from './change-feed.js';
import { FeedController } from './feed.controller.js';
import { FeedService } from './feed.service.js';
import { FeedSignal } from './feed-signal.js';
import { FeedWaiters } from './feed-waiters.js';
import { RetainedEvents } from './retained-events.js';

/** What other systems are shown of changes; every room adds to it. */
@Global()
@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature([ChangeEvents])],
  controllers: [FeedController],
  providers: [ChangeEventsRepository, ChangeFeed, FeedSignal, FeedWaiters, FeedService, RetainedEvents],
  exports: [ChangeFeed],
})
export class ChangeFeedModule {}
