import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

import { DomainName, Flag, ListOf, Nested, OneOf, WholeNumber } from '../http/fields/fields.js';
import { DistinctBy, NestedList } from '../http/fields/nested-list.js';
import { TimeZone } from '../http/fields/time-zone.js';
import type { DtoClass } from '../http/validation/dto-class.js';
import * as ListItems from './list-items.dto.js';
import { type ChangeOf, choicesOf, meaningOf, type Setting } from './setting.js';
import { SETTINGS, type TenantSettings } from './settings.js';

type Settings = Readonly<Record<string, Setting>>;

/** A class with these fields, whose name is that of its schema in the OpenAPI document. */
function dtoClass(
  name: string,
  settings: Settings,
  fieldOf: (setting: Setting, name: string) => PropertyDecorator,
): DtoClass<object> {
  const Dto = class {};
  Object.defineProperty(Dto, 'name', { value: name });
  for (const [field, setting] of Object.entries(settings)) fieldOf(setting, field)(Dto.prototype, field);
  return Dto;
}

function schemaOf(outer: string, name: string): string {
  return outer.replace(/SettingsDto$/, `${name.charAt(0).toUpperCase()}${name.slice(1)}SettingsDto`);
}

function changeOf(schema: string, settings: Settings): DtoClass<object> {
  return dtoClass(schema, settings, (setting, name) => {
    const description = meaningOf(setting, { off: 'false', on: 'true' });
    switch (setting.type) {
      case 'group':
      case 'threshold': {
        const group = changeOf(schemaOf(schema, name), setting.members);
        return Nested(() => group, { description });
      }
      case 'number': {
        const { range, none, example } = setting;
        const whenNull = none === undefined ? '' : ` Null: ${none}.`;
        return WholeNumber(...range, {
          description: `${description}${whenNull}`,
          example: example ?? setting.default,
        });
      }
      case 'choice':
        return OneOf(choicesOf(setting), { description, example: setting.default });
      case 'choices':
        return ListOf(choicesOf(setting), { description, example: setting.default });
      case 'flag':
        return Flag({ description });
      case 'domain':
        return DomainName({ description: `${description} It cannot be cleared.` });
      case 'timeZone':
        return TimeZone({ description });
      case 'list': {
        const list = NestedList(() => ListItems[setting.item], setting.most, {
          description: `${description} The whole list.`,
        });
        return setting.distinctBy === undefined
          ? list
          : applyDecorators(list, DistinctBy(setting.distinctBy));
      }
    }
  });
}

function answerField(setting: Exclude<Setting, { members: object }>): ApiPropertyOptions {
  switch (setting.type) {
    case 'number':
      return {
        type: 'integer',
        ...(setting.default === null ? { nullable: true } : {}),
        example: setting.default ?? setting.example,
      };
    case 'choice':
      return { enum: [...choicesOf(setting)], example: setting.default };
    case 'choices':
      return { enum: [...choicesOf(setting)], isArray: true, example: [...setting.default] };
    case 'flag':
      return { type: Boolean, example: setting.default };
    case 'domain':
    case 'timeZone':
      return { type: String, example: setting.example };
    case 'list':
      return { type: ListItems[setting.item], isArray: true };
  }
}

const LARGER: ApiPropertyOptions = {
  type: Boolean,
  required: false,
  description: 'The larger of the two counts; else the smaller one',
  example: true,
};

function answerOf(schema: string, settings: Settings): DtoClass<object> {
  return dtoClass(schema, settings, (setting, name) => {
    if (!('members' in setting)) return ApiProperty(answerField(setting));
    const group = answerOf(schemaOf(schema, name), setting.members);
    if (setting.type === 'group') return ApiProperty({ type: group });
    ApiProperty(LARGER)(group.prototype as object, 'larger');
    return ApiProperty({ type: group, nullable: true });
  });
}

// The fields of both classes are those of the declaration, as their types say.

/** An omitted setting stays; null sets the default again. */
export class ChangeSettingsDto extends (changeOf('ChangeSettingsDto', SETTINGS) as DtoClass<
  ChangeOf<typeof SETTINGS>
>) {}

export class SettingsDto extends (answerOf('SettingsDto', SETTINGS) as DtoClass<TenantSettings>) {
  @ApiProperty({ example: 'Northern University' })
  tenantName!: string;
}
