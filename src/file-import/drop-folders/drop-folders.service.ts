import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { isRunName, RUN_NAME_RULE } from '../../tenancy/sync-run.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { DropFolderState } from './drop-folder-state.entity.js';
import type { DropFolderDto, DropFolderReportDto } from './drop-folders.dto.js';
import { DropFoldersRepository } from './drop-folders.repository.js';

/** A folder of which nothing was said for so long is forgotten when another one is new. */
const FORGOTTEN_MS = 90 * 86_400_000;

function presented({ folder, waiting, refused, atWork, seenAt }: DropFolderState): DropFolderDto {
  return { folder, waiting, refused, atWork, seenAt: seenAt.toISOString() };
}

/** The folders that commands `drops run` work in, as they say it: for administrators, who see what waits. */
@Injectable()
export class DropFoldersService {
  constructor(
    private readonly folders: DropFoldersRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {ValidationFailed} when the folder's name is not valid */
  report(scope: Scope, folder: string, body: DropFolderReportDto): Promise<Success<DropFolderDto>> {
    if (!isRunName(folder)) {
      const message = `folder must be ${RUN_NAME_RULE}`;
      throw new ValidationFailed([{ field: 'folder', code: 'matches', message }]);
    }
    const { waiting, refused, atWork = null } = body;
    const seenAt = nowOf(scope);
    const state = { tenantId: scope.tenantId, folder, waiting, refused, atWork, seenAt };
    return this.unitOfWork.run(async (transaction) => {
      const isNew = await this.folders.save(transaction, state);
      if (isNew)
        await this.folders.deleteOlder(scope, transaction, new Date(seenAt.getTime() - FORGOTTEN_MS));
      return success(presented(state));
    });
  }

  async list(scope: Scope): Promise<DropFolderDto[]> {
    return (await this.folders.list(scope)).map(presented);
  }
}
