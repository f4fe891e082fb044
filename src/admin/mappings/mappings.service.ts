import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { requireUnchanged } from '../../http/entity-tags.js';
import { type EffectiveLinks, MappingsService } from '../../submissions/mapping/mappings.service.js';
import { DEFAULT_MAPPING, RECORD_FIELDS } from '../../submissions/mapping/record-fields.js';
import type { Scope } from '../../tenancy/scope.js';
import { listed, partOf } from '../../http/lists/list-query.js';
import type { FieldLinkDto, MappingDto, MappingListQueryDto } from './mappings.dto.js';

/** The choices of an editor of mappings. */
const CHOICES = { recordFields: RECORD_FIELDS, defaultLinks: DEFAULT_MAPPING };

function present(formType: string, { links, isDefault }: EffectiveLinks): MappingDto {
  return { formType, links: [...links], isDefault };
}

@Injectable()
export class AdminMappingsService {
  constructor(private readonly mappings: MappingsService) {}

  /** The mappings that the tenant has set; every other form type has the default links of `meta`. */
  async list(scope: Scope, query: MappingListQueryDto): Promise<Success<MappingDto[]>> {
    const byType = new Map<string, FieldLinkDto[]>();
    for (const { formType, formField, target } of await this.mappings.list(scope))
      byType.set(formType, [...(byType.get(formType) ?? []), { formField, target }]);
    const all = [...byType].map(([formType, links]) => ({ formType, links, isDefault: false }));
    return listed(
      partOf(all, query, ({ formType }) => formType),
      all.length,
      query,
      CHOICES,
    );
  }

  async get(scope: Scope, formType: string): Promise<Success<MappingDto>> {
    return success(present(formType, await this.mappings.get(scope, formType)), { meta: CHOICES });
  }

  /**
   * Replaces the mapping of a form type; without links the default ones apply again.
   * @param ifMatch the entity tag of what the caller has read
   * @throws {ValidationFailed} when a link or the form type is not valid
   * @throws {ChangedMeanwhile} when the caller has read something else
   */
  async put(
    scope: Scope,
    formType: string,
    links: readonly FieldLinkDto[],
    ifMatch?: string,
  ): Promise<Success<MappingDto>> {
    await this.mappings.replace(scope, formType, links, (known) => {
      requireUnchanged(ifMatch, present(formType, known));
    });
    return this.get(scope, formType);
  }
}
