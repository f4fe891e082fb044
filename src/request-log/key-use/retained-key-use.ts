import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../../tenancy/retention/retained.js';
import { KeyUseRepository } from './key-use.repository.js';

@Injectable()
export class RetainedKeyUse extends RetainedRows {
  constructor(uses: KeyUseRepository) {
    super('key-use', 'requestLogDays', uses);
  }
}
