import { Injectable } from '@nestjs/common';

import { TenantSignal } from '../../concurrency/tenant-signal.js';

/** That something of a tenant may be handed out now. */
@Injectable()
export class ReadySignal extends TenantSignal {}
