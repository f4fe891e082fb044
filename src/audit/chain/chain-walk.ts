import type { AuditEvent } from '../audit-event.entity.js';
import { type ChainPoint, foldedDigest, hashOf } from './entry-hash.js';

/** What is wrong at a place of a chain. */
export interface ChainFault {
  readonly position: number;
  readonly kind:
    'changed' | 'missing' | 'cut' | 'head changed' | 'beyond the head' | 'box changed' | 'shipped head';
}

/** Goes along the entries of a chain, in their order, and computes each hash anew. */
export class ChainWalk {
  private base: string;
  private folded = '';
  private offset = 0;

  /** @param last the entry before the first one that is looked at, which begins a transaction */
  constructor(private last: ChainPoint) {
    this.base = last.hash;
  }

  /** The last entry that was right. */
  get point(): ChainPoint {
    return this.last;
  }

  /** What is wrong with the next entry, if anything. */
  next(entry: AuditEvent): ChainFault | undefined {
    const position = this.last.position + 1;
    if (Number(entry.position) !== position) return { position, kind: 'missing' };
    if (entry.chainOffset === 0) this.beginTransaction();
    else this.offset += 1;
    this.folded = foldedDigest(this.folded, entry);
    const hash = hashOf(this.base, position, this.folded);
    if (entry.chainOffset !== this.offset || entry.hash !== hash) return { position, kind: 'changed' };
    this.last = { position, hash };
    return undefined;
  }

  private beginTransaction(): void {
    this.base = this.last.hash;
    this.folded = '';
    this.offset = 0;
  }
}
