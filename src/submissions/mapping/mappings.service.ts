import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { FieldProblem } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { textProblem, unmistakableProblem } from '../../http/fields/text-rules.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenantsRepository } from '../../tenancy/tenants/tenants.repository.js';
import type { FieldMapping } from '../entities/field-mapping.entity.js';
import { NO_FORM_TYPE } from '../dto/submission.dto.js';
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
  const type = unmistakableProblem(formType, 64, NO_FORM_TYPE);
  const ofLinks = links.flatMap((_, index) => {
    const problem = problemOf(links, index);
    const field = `links[${index}]`;
    return problem === undefined ? [] : [{ field, code: problem[0], message: `${field}: ${problem[1]}` }];
  });
  return type === undefined
    ? ofLinks
    : [{ field: 'formType', code: 'isText', message: `formType ${type}` }, ...ofLinks];
}

/** The links in effect for a form type; `isDefault` when the tenant has set none for it. */
export interface EffectiveLinks {
  readonly links: readonly FieldLink[];
  readonly isDefault: boolean;
}

function effectiveLinks(own: readonly FieldLink[]): EffectiveLinks {
  const links = own.map(({ formField, target }) => ({ formField, target }));
  return links.length > 0 ? { links, isDefault: false } : { links: DEFAULT_MAPPING, isDefault: true };
}

function isSame(known: readonly FieldLink[], links: readonly FieldLink[]): boolean {
  const targets = new Map(known.map(({ formField, target }) => [formField, target]));
  return (
    known.length === links.length && links.every(({ formField, target }) => targets.get(formField) === target)
  );
}

/** Which form fields mean which record fields (contract, section 4), per form type. */
@Injectable()
export class MappingsService {
  constructor(
    private readonly mappings: MappingsRepository,
    private readonly tenants: TenantsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The tenant's mapping of this form type, else the default one. */
  async linksOf(
    scope: Pick<Scope, 'tenantId'>,
    formType: string,
    reader: Reader = this.unitOfWork.single,
  ): Promise<readonly FieldLink[]> {
    return effectiveLinks(await this.mappings.find(scope, reader, formType)).links;
  }

  /** The links in effect for a form type, and whether they are the default ones. */
  async get(scope: Scope, formType: string): Promise<EffectiveLinks> {
    return effectiveLinks(await this.mappings.find(scope, this.unitOfWork.single, formType));
  }

  list(scope: Pick<Scope, 'tenantId'>): Promise<FieldMapping[]> {
    return this.mappings.list(scope);
  }

  /**
   * Replaces the mapping of a form type and writes an audit entry; without links the default one is in effect again.
   * The same links again do nothing.
   * @param check is called with the links in effect, under their lock; it throws where nothing is to be changed
   * @throws {ValidationFailed} when a link or the form type is not valid
   */
  async replace(
    scope: Scope,
    formType: string,
    links: readonly FieldLink[],
    check: (known: EffectiveLinks) => void = () => undefined,
  ): Promise<void> {
    // Forms are trimmed too, and the database server takes names that differ in trailing spaces as equal.
    const type = formType.trim();
    const clean = links.map(({ formField, target }) => ({ formField: formField.trim(), target }));
    const problems = problemsOf(type, clean);
    if (problems.length > 0) throw new ValidationFailed(problems);
    await this.unitOfWork.run(async (transaction) => {
      // A form type without a mapping has nothing of its own to lock.
      await this.tenants.lock(scope.tenantId, transaction);
      const known = await this.mappings.lock(scope, transaction, type);
      check(effectiveLinks(known));
      if (isSame(known, clean)) return;
      await this.mappings.replace(scope, transaction, type, clean);
      const [before, after] = [{ ...effectiveLinks(known) }, { ...effectiveLinks(clean) }];
      const entry = { action: 'mapping.changed', target: `mapping:${type}`, before, after };
      await this.audit.record(scope, [entry], transaction);
    });
  }
}
