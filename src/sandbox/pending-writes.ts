import { Injectable } from '@nestjs/common';

import { KeyUseTally } from '../requests/key-use/key-use-tally.js';
import { RequestRecorder } from '../requests/request-recorder.js';
import { FailedRowsRecorder } from '../users/failed-rows/failed-rows-recorder.js';
import { RunTally } from '../users/runs/run-tally.js';
import { ProvisioningTally } from '../users/statistics/provisioning-tally.js';
import { RequestsRecorder } from './requests/requests-recorder.js';

/** What this process has not written yet, so that it does not come back after a reset. */
@Injectable()
export class PendingWrites {
  private readonly buffers: readonly { flush(): Promise<unknown> }[];

  constructor(
    requests: RequestRecorder,
    keyUse: KeyUseTally,
    runs: RunTally,
    failedRows: FailedRowsRecorder,
    provisioning: ProvisioningTally,
    asked: RequestsRecorder,
  ) {
    this.buffers = [requests, keyUse, runs, failedRows, provisioning, asked];
  }

  async flush(): Promise<void> {
    for (const buffer of this.buffers) await buffer.flush();
  }
}
