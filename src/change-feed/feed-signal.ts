import { Injectable } from '@nestjs/common';

import { TenantSignal } from '../concurrency/tenant-signal.js';

/** That a tenant has new events. */
@Injectable()
export class FeedSignal extends TenantSignal {}
