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

/** Texts with the same first bytes, by their length and then by themselves: there may be thousands of them. */
type SameStart = Map<number, Map<string, Secret>>;

/**
 * Finds many texts in a long one in a single pass: the first bytes of each are hashed, and so is every place of the
 * text, from that of the place before (Rabin and Karp).
 */
export class LeakSearch {
  private readonly slots = new Uint8Array(SLOTS);
  private readonly byStart = new Map<string, SameStart>();

  constructor(secrets: readonly Secret[]) {
    for (const secret of secrets)
      for (const spelling of spellingsOf(secret.value)) this.add(spelling, secret);
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

  private add(spelling: string, secret: Secret): void {
    const bytes = Buffer.from(spelling);
    if (bytes.length < SHORTEST) return;
    const sameStart = valueIn(
      this.byStart,
      bytes.toString('latin1', 0, SHORTEST),
      (): SameStart => new Map(),
    );
    valueIn(sameStart, bytes.length, () => new Map<string, Secret>()).set(bytes.toString('latin1'), secret);
    this.slots[slotOf(bytes.subarray(0, SHORTEST).reduce((hash, byte) => step(hash, byte), 0))] = 1;
  }

  private secretAt(text: Buffer, from: number): Secret | undefined {
    const sameStart = this.byStart.get(text.toString('latin1', from, from + SHORTEST)) ?? [];
    for (const [length, secrets] of sameStart) {
      const secret = secrets.get(text.toString('latin1', from, from + length));
      if (secret !== undefined) return secret;
    }
    return undefined;
  }
}

function valueIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
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
