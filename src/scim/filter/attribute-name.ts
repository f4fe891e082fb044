import { ENTERPRISE, EXTENSION, GROUP, USER } from '../schema/urns.js';
import type { AttributeName } from './filter.js';

const NAME = /^([A-Za-z$][\w$-]*)(?:\.([A-Za-z$][\w$-]*))?$/;
const KNOWN = [USER, GROUP, ENTERPRISE, EXTENSION];

function partsOf(text: string): AttributeName | undefined {
  const [, name, sub] = NAME.exec(text) ?? [];
  if (name === undefined) return undefined;
  return sub === undefined ? { name } : { name, sub };
}

/**
 * Takes a name such as `name.givenName`, `urn:…:User:department` or `urn:…:User` apart; undefined when it is none. The
 * URN of a schema that is not known here ends before the last colon.
 */
export function attributeNameOf(text: string): AttributeName | undefined {
  const lower = text.toLowerCase();
  if (!lower.startsWith('urn:')) return partsOf(text);
  const known = KNOWN.find((urn) => `${lower}:`.startsWith(`${urn.toLowerCase()}:`));
  const length = known?.length ?? text.lastIndexOf(':');
  if (length === text.length) return { urn: known ?? text };
  const parts = partsOf(text.slice(length + 1));
  return parts === undefined ? undefined : { urn: known ?? text.slice(0, length), ...parts };
}

/** The URN that an attribute of an unknown schema may be instead; undefined where it can only be an attribute. */
export function schemaOf({ urn, name, sub }: AttributeName): string | undefined {
  const isUnknown = urn !== undefined && !KNOWN.some((one) => one.toLowerCase() === urn.toLowerCase());
  return isUnknown && name !== undefined && sub === undefined ? `${urn}:${name}` : undefined;
}
