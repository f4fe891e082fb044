import { JSON_TYPE } from '../../http/server/json-body.guard.js';
import { SCIM_JSON } from '../protocol/media-type.js';
import { refTo } from './components.js';

/** A body of this schema, in both media types. */
export function requestOf(schema: string, example: object, limitKiB: number): object {
  const media = { schema: refTo(schema), example };
  return {
    required: true,
    description: `At most ${limitKiB} KiB`,
    content: { [SCIM_JSON]: media, [JSON_TYPE]: media },
  };
}
