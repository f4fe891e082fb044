import { ValidationFailed } from '../../errors/request.errors.js';
import { repeatedKey } from '../../http/json/repeated-key.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function refused(message: string): ValidationFailed {
  return new ValidationFailed([
    { field: 'data_base64', code: 'isBase64', message: `data_base64 ${message}` },
  ]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused('must be JSON in UTF-8, in Base64');
  }
}

/**
 * The data of an event, which may be JSON in Base64 (CloudEvents JSON format, 3.1.1).
 * @throws {ValidationFailed} when `data_base64` is no JSON in Base64, or stands beside `data`
 */
export function dataOf(event: Readonly<Record<string, unknown>>): unknown {
  const encoded = event['data_base64'] ?? null;
  if (encoded === null) return event['data'];
  if ((event['data'] ?? null) !== null) throw refused('and data exclude each other');
  if (typeof encoded !== 'string' || !BASE64.test(encoded)) throw refused('must be text in Base64');
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  const data = parsed(text);
  if (!Buffer.from(text).equals(bytes)) throw refused('must be JSON in UTF-8, in Base64');
  const key = repeatedKey(text, data);
  if (key !== undefined) throw refused(`has the key ${key.path} twice`);
  return data;
}
