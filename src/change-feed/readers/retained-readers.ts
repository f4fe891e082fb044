import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../../tenancy/retention/retained.js';
import { FeedReadersRepository } from './feed-readers.repository.js';

/** Readers who have not called for as long as events are kept: their place is refused anyway. */
@Injectable()
export class RetainedReaders extends RetainedRows {
  constructor(readers: FeedReadersRepository) {
    super('feed-readers', 'eventDays', readers);
  }
}
