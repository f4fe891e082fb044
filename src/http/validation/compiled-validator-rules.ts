import { getMetadataStorage, type MetadataStorage, ValidationTypes } from 'class-validator';

import { NotCompilable } from './compiled-validator-error.js';
import type { DtoClass } from './dto-class.js';

type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];
type Test = (value: unknown, dto: object) => boolean;

/** Whether a value of a field satisfies all its rules. */
export type FieldTest = (value: unknown, dto: object) => boolean;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rules of a nested DTO's own fields were tested when it was read. */
function isNested(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) ? value.every(isObject) : isObject(value));
}

function constraintOf(rule: Rule, targetName: string): Test {
  const { each, propertyName: property, constraints } = rule;
  const [constraint, ...others] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  if (constraint === undefined || constraint.async || others.length > 0)
    throw new NotCompilable(`${targetName}.${property} has a rule that is not one synchronous constraint`);
  const { instance } = constraint;
  return (value, object) => {
    const args = { value, object, property, constraints, targetName };
    if (!each) return Boolean(instance.validate(value, args));
    return Array.isArray(value) && value.every((item) => Boolean(instance.validate(item, args)));
  };
}

function testOf(rule: Rule, targetName: string): Test {
  const groups = rule.groups as readonly string[] | undefined;
  if ((groups !== undefined && groups.length > 0) || rule.validateIf !== undefined)
    throw new NotCompilable(`${targetName}.${rule.propertyName} has a rule for some cases only`);
  switch (rule.type) {
    case ValidationTypes.CUSTOM_VALIDATION:
      return constraintOf(rule, targetName);
    case ValidationTypes.NESTED_VALIDATION:
      return isNested;
    case ValidationTypes.CONDITIONAL_VALIDATION: {
      const condition = rule.constraints[0] as (object: object, value: unknown) => unknown;
      return (value, object) => Boolean(condition(object, value));
    }
    default:
      throw new NotCompilable(`${targetName}.${rule.propertyName} has a rule of the kind ${rule.type}`);
  }
}

/** All rules of a DTO class, inherited ones included, by field. */
export function rulesOf(dto: DtoClass<object>): ReadonlyMap<string, readonly Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false)) {
    const ofField = rules.get(rule.propertyName) ?? [];
    rules.set(rule.propertyName, [...ofField, rule]);
  }
  return rules;
}

/**
 * Compiles the rules of a field.
 * @throws {NotCompilable} when a rule is of a kind that is not compiled
 */
export function fieldTestOf(dto: DtoClass<object>, rules: readonly Rule[]): FieldTest {
  const testsOf = (chosen: readonly Rule[]): Test[] => chosen.map((rule) => testOf(rule, dto.name));
  const isCondition = ({ type }: Rule): boolean => type === ValidationTypes.CONDITIONAL_VALIDATION;
  const conditions = testsOf(rules.filter(isCondition));
  const others = testsOf(rules.filter((rule) => !isCondition(rule)));
  return (value, object) =>
    !conditions.every((holds) => holds(value, object)) || others.every((keeps) => keeps(value, object));
}
