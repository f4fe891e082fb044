import { Injectable } from '@nestjs/common';

import type { KeptMapping } from '../../feed/kept-mappings/kept-mapping.entity.js';
import { KeptMappingsService } from '../../feed/kept-mappings/kept-mappings.service.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../actor-labels.js';
import { listed } from '../list-query.js';
import { partOf } from '../short-list.js';
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
    private readonly actors: ActorLabels,
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
    const labels = await this.actors.labelsOf(scope, [mapping.changedBy]);
    return success(presentKeptMapping(mapping, labels));
  }

  private async present(scope: Scope, mappings: readonly KeptMapping[]): Promise<KeptMappingDto[]> {
    const labels = await this.actors.labelsOf(
      scope,
      mappings.map(({ changedBy }) => changedBy),
    );
    return mappings.map((mapping) => presentKeptMapping(mapping, labels));
  }
}
