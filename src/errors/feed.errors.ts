import { sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

export class KeptMappingNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('No mapping is kept for this sender, or it was removed.');
  }
}

export class TooManyKeptMappings extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(most: number) {
    super(
      sentence('The mappings of {most} senders are kept, and no more are possible; remove one first.', {
        most: String(most),
      }),
    );
  }
}
