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
import { FeedReader } from './readers/feed-reader.entity.js';
import { FeedReaders } from './readers/feed-readers.js';
import { FeedReadersRepository } from './readers/feed-readers.repository.js';
import { RetainedReaders } from './readers/retained-readers.js';
import { RetainedEvents } from './retained-events.js';

/** What other systems are shown of changes; every room adds to it. */
@Global()
@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature([ChangeEvents, FeedReader])],
  controllers: [FeedController],
  providers: [
    ChangeEventsRepository,
    ChangeFeed,
    FeedReaders,
    FeedReadersRepository,
    FeedSignal,
    FeedWaiters,
    FeedService,
    RetainedEvents,
    RetainedReaders,
  ],
  exports: [ChangeFeed, FeedReaders, FeedService],
})
export class ChangeFeedModule {}
