import { Module } from '@nestjs/common';

import { HttpModule } from './http.module.js';
import { UnknownRoutesController } from './unknown-routes.controller.js';

/** Imported last, so that its catch-all route stands behind all others. */
@Module({ imports: [HttpModule], controllers: [UnknownRoutesController] })
export class UnknownRoutesModule {}
