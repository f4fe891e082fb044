import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsOptional, ValidateBy, ValidateNested } from 'class-validator';

interface NestedListOptions {
  readonly required?: boolean;
  readonly description?: string;
}

/**
 * The most objects of a list that are checked. Every list takes fewer, so that a longer one is refused for its
 * length.
 */
export const MOST_OBJECTS = 256;

/** A list of objects with fields of their own; a problem has a path such as `members[0].role`. */
export function NestedList(
  type: () => new () => object,
  maxItems: number,
  options: NestedListOptions = {},
): PropertyDecorator {
  if (maxItems >= MOST_OBJECTS)
    throw new Error(`A list of ${maxItems} objects would not be checked completely`);
  const api = {
    type: () => type(),
    isArray: true,
    maxItems,
    ...(options.description === undefined ? {} : { description: options.description }),
  };
  return applyDecorators(
    options.required === true ? ApiProperty(api) : ApiPropertyOptional(api),
    ...(options.required === true ? [] : [IsOptional()]),
    IsArray({
      message:
        options.required === true ? '$property is required and must be a list' : '$property must be a list',
    }),
    ArrayMaxSize(maxItems, { message: `$property must have at most ${maxItems} items` }),
    IsObject({ each: true, message: '$property must hold objects only' }),
    ValidateNested({ each: true }),
    Type(type),
  );
}

/** A field that may only be sent when another one of the same object has a certain value. */
export function OnlyWhen(other: string, value: string): PropertyDecorator {
  return ValidateBy({
    name: 'onlyWhen',
    validator: {
      validate: (own, args) =>
        own === null || own === undefined || (args?.object as Record<string, unknown>)[other] === value,
      defaultMessage: (args) => `${args?.property ?? ''} may only be given when ${other} is ${value}`,
    },
  });
}

/** No two objects of the list may have the same value in this field. */
export function DistinctBy(key: string): PropertyDecorator {
  return ValidateBy({
    name: 'distinct',
    validator: {
      validate: (list) => {
        if (!Array.isArray(list)) return true;
        const values = list
          .map((item: unknown) => (item as Record<string, unknown> | null)?.[key])
          .filter((value) => value !== undefined);
        return new Set(values).size === values.length;
      },
      defaultMessage: (args) => `${args?.property ?? ''} must not have the same ${key} twice`,
    },
  });
}
