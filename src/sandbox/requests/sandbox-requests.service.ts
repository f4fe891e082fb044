import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { SandboxesService } from '../sandboxes.service.js';
import { type Har, harOf } from './har.js';
import { presentRequest, type SandboxRequestDto, type SandboxRequestsQueryDto } from './requests.dto.js';
import { RequestsRecorder } from './requests-recorder.js';
import { SandboxRequestsRepository } from './requests.repository.js';

const DEFAULT_LIMIT = 100;

/** What was asked of sandboxes. */
@Injectable()
export class SandboxRequestsService {
  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly requests: SandboxRequestsRepository,
    private readonly recorder: RequestsRecorder,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @throws {SandboxNotFound} when the credential has no such sandbox */
  async list(
    caller: Scope,
    tenantId: string,
    { format, limit = DEFAULT_LIMIT }: SandboxRequestsQueryDto,
  ): Promise<Success<SandboxRequestDto[]> | Har> {
    await this.sandboxes.find(caller, tenantId);
    await this.recorder.flush();
    const found = await this.requests.latest(tenantId, limit);
    if (format === 'har') return harOf(found, this.publicUrl.value);
    return success(found.map(presentRequest), { meta: { count: found.length } });
  }
}
