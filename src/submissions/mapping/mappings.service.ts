import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { UnitOfWork } from '../../database/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { textProblem } from '../../http/fields/text-rules.js';
import type { Scope } from '../../tenancy/scope.js';
import type { FieldMapping } from '../entities/field-mapping.entity.js';
import { MappingsRepository } from './mappings.repository.js';
import { DEFAULT_MAPPING, type FieldLink, RECORD_FIELDS } from './record-fields.js';

function problemsOf(links: readonly FieldLink[]): { field: string; code: string; message: string }[] {
  const targets = links.map(({ target }) => target);
  return links.flatMap(({ formField, target }, index) => {
    const field = `links[${index}]`;
    const name = textProblem(formField, 255);
    if (name !== undefined) return [{ field, code: 'isText', message: `${field}: the form field ${name}` }];
    if (!RECORD_FIELDS.includes(target))
      return [
        {
          field,
          code: 'isIn',
          message: `${field}: ${target} is no record field; there are ${RECORD_FIELDS.join(', ')}`,
        },
      ];
    return targets.indexOf(target) === index
      ? []
      : [{ field, code: 'distinct', message: `${field}: two form fields mean ${target}` }];
  });
}

/** Which form fields mean which record fields (contract, section 4), per form type. */
@Injectable()
export class MappingsService {
  constructor(
    private readonly mappings: MappingsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The tenant's mapping of this form type, else the default one. */
  async linksOf(
    scope: Pick<Scope, 'tenantId'>,
    formType: string,
    manager: EntityManager = this.unitOfWork.reader,
  ): Promise<readonly FieldLink[]> {
    const own = await this.mappings.find(scope, manager, formType);
    return own.length > 0 ? own.map(({ formField, target }) => ({ formField, target })) : DEFAULT_MAPPING;
  }

  list(scope: Pick<Scope, 'tenantId'>): Promise<FieldMapping[]> {
    return this.mappings.list(scope);
  }

  /** Replaces the mapping of a form type; without links the default one counts again. @throws {ValidationFailed} */
  async replace(
    scope: Pick<Scope, 'tenantId'>,
    formType: string,
    links: readonly FieldLink[],
  ): Promise<void> {
    const problems = problemsOf(links);
    if (problems.length > 0) throw new ValidationFailed(problems);
    await this.unitOfWork.run((manager) => this.mappings.replace(scope, manager, formType, links));
  }
}
