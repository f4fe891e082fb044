import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODES = 10;
const LETTERS = 10;

function newCode(): string {
  const text = Array.from(randomBytes(LETTERS), (byte) => ALPHABET.charAt(byte % 32)).join('');
  return `${text.slice(0, LETTERS / 2)}-${text.slice(LETTERS / 2)}`;
}

/** Ten codes of 50 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newCode);
}

/** What is hashed of a code, however it was typed. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}
