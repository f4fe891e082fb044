import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';

import { validated } from './validate.js';
import type { DtoClass } from './dto-class.js';

const PLAIN = new Set<unknown>([String, Number, Boolean, Array, Object, undefined]);

/** Checks every body, query and path that a handler declares with a DTO class. */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type === 'custom' || PLAIN.has(metadata.metatype)) return value;
    return validated(metadata.metatype as DtoClass<object>, value === undefined ? {} : value);
  }
}
