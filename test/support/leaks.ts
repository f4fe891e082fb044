export interface Secret {
  readonly what: string;
  readonly value: string;
}

export interface Leak extends Secret {
  /** The line with the secret. */
  readonly line: string;
}

/** Shorter values are found by accident. */
const SHORTEST = 6;
const BASE = 257;
const BITS = 22;
const SLOTS = 2 ** BITS;

/** The value as it is, in JSON, in an address, and as an e-mail key. */
function spellingsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const wellFormed = Buffer.from(value).toString();
  const compared = value.includes('@') ? value.toLowerCase() : value;
  return [value, inJson, encodeURIComponent(wellFormed), compared];
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - BITS);
}

/**
 * Finds many texts in a long one in a single pass: the first bytes of each are hashed, and so is every place of the
 * text, from that of the place before (Rabin and Karp).
 */
export class LeakSearch {
  private readonly slots = new Uint8Array(SLOTS);
  private readonly byStart = new Map<string, { readonly secret: Secret; readonly bytes: Buffer }[]>();

  constructor(secrets: readonly Secret[]) {
    const all = new Map(secrets.flatMap((one) => spellingsOf(one.value).map((spelling) => [spelling, one])));
    for (const [spelling, secret] of all) {
      const bytes = Buffer.from(spelling);
      if (bytes.length < SHORTEST) continue;
      const start = bytes.toString('latin1', 0, SHORTEST);
      this.byStart.set(start, [...(this.byStart.get(start) ?? []), { secret, bytes }]);
      this.slots[slotOf(bytes.subarray(0, SHORTEST).reduce((hash, byte) => step(hash, byte), 0))] = 1;
    }
  }

  in(text: Buffer): Leak[] {
    const leaks: Leak[] = [];
    let hash = 0;
    for (let end = 0; end < text.length; end += 1) {
      const old = end < SHORTEST ? 0 : (text[end - SHORTEST] ?? 0);
      hash = (step(hash, text[end] ?? 0) - Math.imul(old, OLDEST)) | 0;
      if (end < SHORTEST - 1 || this.slots[slotOf(hash)] === 0) continue;
      const secret = this.secretAt(text, end - SHORTEST + 1);
      if (secret !== undefined) leaks.push({ ...secret, line: lineAt(text, end) });
    }
    return leaks;
  }

  private secretAt(text: Buffer, from: number): Secret | undefined {
    const candidates = this.byStart.get(text.toString('latin1', from, from + SHORTEST)) ?? [];
    return candidates.find(({ bytes }) => text.subarray(from, from + bytes.length).equals(bytes))?.secret;
  }
}

function step(hash: number, byte: number): number {
  return (Math.imul(hash, BASE) + byte) | 0;
}

/** What a byte counts when it leaves the window. */
const OLDEST = Array.from({ length: SHORTEST }).reduce<number>((power) => Math.imul(power, BASE), 1);

function lineAt(text: Buffer, at: number): string {
  const to = text.indexOf('\n', at);
  return text.toString('utf8', text.lastIndexOf('\n', at) + 1, to < 0 ? text.length : to);
}
