import { Injectable } from '@nestjs/common';

import type { DropFolderDto } from '../../file-import/drop-folders/drop-folders.dto.js';
import { DropFoldersService } from '../../file-import/drop-folders/drop-folders.service.js';
import type { Success } from '../../http/answers.js';
import { listed, partOf } from '../../http/lists/list-query.js';
import type { Scope } from '../../tenancy/scope.js';
import type { DropsQueryDto } from './drops.dto.js';

@Injectable()
export class AdminDropsService {
  constructor(private readonly folders: DropFoldersService) {}

  async list(scope: Scope, query: DropsQueryDto): Promise<Success<DropFolderDto[]>> {
    const all = await this.folders.list(scope);
    return listed(
      partOf(all, query, ({ folder }) => folder),
      all.length,
      query,
    );
  }
}
