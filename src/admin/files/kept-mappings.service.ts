import { Injectable } from '@nestjs/common';

import type { KeptMapping } from '../../file-import/kept-mappings/kept-mapping.entity.js';
import { KeptMappingsService } from '../../file-import/kept-mappings/kept-mappings.service.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { listed, onlyRowOf, partOf } from '../../http/lists/list-query.js';
import {
  type KeptMappingDto,
  type KeptMappingListQueryDto,
  presentKeptMapping,
  type PutKeptMappingDto,
  readingOf,
} from './kept-mappings.dto.js';

@Injectable()
export class AdminKeptMappingsService {
  constructor(
    private readonly mappings: KeptMappingsService,
    private readonly labels: ActorLabels,
  ) {}

  async list(scope: Scope, query: KeptMappingListQueryDto): Promise<Success<KeptMappingDto[]>> {
    const all = await this.mappings.list(scope);
    const part = partOf(all, query, ({ sender }) => sender);
    return listed(await this.present(scope, part), all.length, query);
  }

  /**
   * @throws {ValidationFailed} when the mapping or the encoding is not valid
   * @throws {TooManyKeptMappings}
   */
  async keep(scope: Scope, sender: string, body: PutKeptMappingDto): Promise<Success<KeptMappingDto>> {
    return this.presentOne(scope, await this.mappings.keep(scope, sender, readingOf(body)));
  }

  /** @throws {KeptMappingNotFound} */
  async remove(scope: Scope, sender: string): Promise<Success<KeptMappingDto>> {
    return this.presentOne(scope, await this.mappings.remove(scope, sender));
  }

  private async presentOne(scope: Scope, mapping: KeptMapping): Promise<Success<KeptMappingDto>> {
    return success(onlyRowOf(await this.present(scope, [mapping])));
  }

  private async present(scope: Scope, mappings: readonly KeptMapping[]): Promise<KeptMappingDto[]> {
    const labelOf = await this.labels.of(scope, mappings, ({ changedBy }) => changedBy);
    return mappings.map((mapping) => presentKeptMapping(mapping, labelOf(mapping.changedBy)));
  }
}
