import { Module } from '@nestjs/common';

import { ConflictsModule } from './conflicts/conflicts.module.js';

/** The application imports each of them too, as it does those of `users`. */
export const IDENTITY_MODULES = [ConflictsModule];

/** Identity matching (contract, section 11): what the one way in for people cannot decide alone. */
@Module({ imports: IDENTITY_MODULES, exports: IDENTITY_MODULES })
export class IdentityModule {}
