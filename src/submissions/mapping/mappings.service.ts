import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { UnitOfWork } from '../../database/unit-of-work.js';
import type { FieldProblem } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { textProblem } from '../../http/fields/text-rules.js';
import type { Scope } from '../../tenancy/scope.js';
import type { FieldMapping } from '../entities/field-mapping.entity.js';
import { MappingsRepository } from './mappings.repository.js';
import { DEFAULT_MAPPING, type FieldLink, RECORD_FIELDS } from './record-fields.js';

function problemOf(links: readonly FieldLink[], index: number): [code: string, text: string] | undefined {
  const { formField = '', target = '' } = links[index] ?? {};
  const name = textProblem(formField, 255);
  if (name !== undefined) return ['isText', `the form field ${name}`];
  if (!RECORD_FIELDS.includes(target))
    return ['isIn', `${target} is no record field; there are ${RECORD_FIELDS.join(', ')}`];
  const isFirst = (same: (link: FieldLink) => boolean): boolean => links.findIndex(same) === index;
  if (!isFirst((link) => link.target === target)) return ['distinct', `two form fields mean ${target}`];
  if (!isFirst((link) => link.formField === formField))
    return ['distinct', `the form field ${formField} means two record fields`];
  return undefined;
}

function problemsOf(formType: string, links: readonly FieldLink[]): FieldProblem[] {
  const type = textProblem(formType, 64);
  const ofLinks = links.flatMap((_, index) => {
    const problem = problemOf(links, index);
    const field = `links[${index}]`;
    return problem === undefined ? [] : [{ field, code: problem[0], message: `${field}: ${problem[1]}` }];
  });
  return type === undefined
    ? ofLinks
    : [{ field: 'formType', code: 'isText', message: `formType ${type}` }, ...ofLinks];
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
    // As the forms themselves are trimmed; the server also takes names that differ in trailing spaces for one.
    const type = formType.trim();
    const clean = links.map(({ formField, target }) => ({ formField: formField.trim(), target }));
    const problems = problemsOf(type, clean);
    if (problems.length > 0) throw new ValidationFailed(problems);
    await this.unitOfWork.run((manager) => this.mappings.replace(scope, manager, type, clean));
  }
}
