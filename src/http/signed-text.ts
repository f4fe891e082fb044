import type { ServerKeys } from '../secrets/server-keys.js';

const SIGNATURE_BYTES = 16;

function signedParts(purpose: string, tenantId: string, payload: Buffer): [string, Buffer] {
  return [`${purpose}:${tenantId}:`, payload];
}

/** Creates an opaque text that is bound to its purpose and its tenant. */
export function signed(keys: ServerKeys, purpose: string, tenantId: string, content: object): string {
  const payload = Buffer.from(JSON.stringify(content));
  const signature = keys.sign(...signedParts(purpose, tenantId, payload)).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([signature, payload]).toString('base64url');
}

/** Its content; undefined when the text was changed, or made for another purpose or tenant. */
export function readSigned(keys: ServerKeys, purpose: string, tenantId: string, text: string): unknown {
  const bytes = Buffer.from(text, 'base64url');
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const isWhole = payload.length > 0 && bytes.toString('base64url') === text;
  if (!isWhole || !keys.isSignature(signature, ...signedParts(purpose, tenantId, payload))) return undefined;
  return JSON.parse(payload.toString()) as unknown;
}
