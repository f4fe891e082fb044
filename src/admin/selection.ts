import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';

import { explain } from '../database/transaction/database-errors.js';
import { ERROR_STATUS, type ErrorCode } from '../errors/refusal.js';
import { toRefusal } from '../http/server/error.filter.js';
import { LineLogger } from '../log-lines/line-logger.js';
import { inOneAct } from '../tenancy/act.js';
import type { Scope } from '../tenancy/scope.js';

export const MOST_SELECTED = 100;
const logger = new LineLogger('selection');

/** What is wrong with a selection of identifiers. */
export function selectionProblem(value: unknown, form: RegExp, most = MOST_SELECTED): string | undefined {
  if (!Array.isArray(value)) return value === undefined ? 'is required' : 'must be a list';
  if (value.length === 0 || value.length > most) return `must have 1 to ${most} items`;
  const bad = value.findIndex((item) => typeof item !== 'string' || !form.test(item));
  if (bad >= 0) return `has a bad item: item ${bad + 1} is no identifier of this list`;
  return new Set(value).size === value.length ? undefined : 'must name each item once';
}

interface SelectionOptions {
  /** The name of another field, which may name the rows as well. */
  readonly instead?: string;
  readonly isOptional?: boolean;
  readonly most?: number;
  readonly description?: string;
}

/** The identifiers of the rows that an administrator selected in a list. */
export function Selection(
  form: RegExp,
  example: string,
  { instead, isOptional = false, most = MOST_SELECTED, description }: SelectionOptions = {},
): PropertyDecorator {
  const api = {
    type: String,
    isArray: true,
    minItems: 1,
    maxItems: most,
    example: [example],
    ...(description === undefined ? {} : { description }),
  } as const;
  const isNamed = (dto: object, name: string): boolean => Reflect.get(dto, name) !== undefined;
  const isLeftOut = (dto: object): boolean => isOptional || (instead !== undefined && isNamed(dto, instead));
  return applyDecorators(
    ...(isOptional || instead !== undefined
      ? [ApiPropertyOptional(api), ValidateIf((dto: object, value) => value !== undefined || !isLeftOut(dto))]
      : [ApiProperty(api)]),
    ValidateBy({
      name: 'isSelection',
      validator: {
        validate: (value: unknown) => selectionProblem(value, form, most) === undefined,
        defaultMessage: (args) =>
          `${args?.property ?? ''} ${selectionProblem(args?.value, form, most) ?? ''}`,
      },
    }),
  );
}

/** The result for one item of a selection. */
export class ItemResultDto {
  @ApiProperty({ example: true })
  ok!: boolean;

  @ApiPropertyOptional({ enum: Object.keys(ERROR_STATUS), description: 'When ok is false' })
  code?: ErrorCode;

  @ApiPropertyOptional({ description: 'When ok is false' })
  message?: string;
}

/** Why one item of a selection was not changed. */
export interface Failed {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * Does the work for one item after the other, each with its own result: one that fails does not end the rest.
 * @param work its scope makes what it records one act of all items
 */
export async function each<T, R extends object>(
  scope: Scope,
  items: readonly T[],
  work: (item: T, acting: Scope) => Promise<R>,
): Promise<((R & { readonly ok: true }) | Failed)[]> {
  const results: ((R & { readonly ok: true }) | Failed)[] = [];
  const acting = inOneAct(scope, items.length);
  for (const item of items) {
    try {
      results.push({ ...(await work(item, acting)), ok: true });
    } catch (error) {
      const { code, message, status } = toRefusal(error);
      if (status >= 500) logger.error({ msg: code, requestId: scope.requestId, ...explain(error) });
      results.push({ ok: false, code, message });
    }
  }
  return results;
}
