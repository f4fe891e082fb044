import { Module } from '@nestjs/common';

import { HttpModule } from './http.module.js';
import { UnknownRoutesController } from './unknown-routes.controller.js';

/** Must be imported last, as its route matches every address. */
@Module({ imports: [HttpModule], controllers: [UnknownRoutesController] })
export class UnknownRoutesModule {}
