import type { AuditEvent } from '../audit-event.entity.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { ENTRIES_REMOVED } from './audit-chain.js';
import { type ChainPoint, foldedDigest, hashOf, hashWithId } from './entry-hash.js';

/** What is wrong at a place of a chain. */
export interface ChainFault {
  readonly position: number;
  readonly kind:
    | 'changed'
    | 'missing'
    | 'cut'
    | 'head changed'
    | 'beyond the head'
    | 'box changed'
    | 'shipped head'
    | 'removed by hand';
}

/** Whether the ID that the hash covers is that of the entry; a sandbox has copies of the entries of its template. */
function hasOwnId({ id, hashedId, tenantId }: AuditEvent): boolean {
  return hashedId === id || isSandboxId(tenantId);
}

/** Goes along the entries of a chain, in their order, and computes each hash anew. */
export class ChainWalk {
  private base: string;
  private folded = '';
  private offset = 0;
  private removal: AuditEvent | undefined;

  /** @param last the entry before the first one that is looked at, which begins a transaction */
  constructor(private last: ChainPoint) {
    this.base = last.hash;
  }

  /** The last entry that was right. */
  get point(): ChainPoint {
    return this.last;
  }

  /** Whether the newest entry about a removal records just what was removed up to this point. */
  recordsRemoval({ position, hash }: ChainPoint): boolean {
    const { upTo, hash: recorded } = this.removal?.after ?? {};
    return upTo === position && recorded === hash;
  }

  /** What is wrong with the next entry, if anything. */
  next(entry: AuditEvent): ChainFault | undefined {
    const position = this.last.position + 1;
    if (entry.position !== position) return { position, kind: 'missing' };
    if (entry.chainOffset === 0) this.beginTransaction();
    else this.offset += 1;
    this.folded = foldedDigest(this.folded, entry);
    const hash = hashWithId(hashOf(this.base, position, this.folded), entry.hashedId);
    if (entry.chainOffset !== this.offset || entry.hash !== hash || !hasOwnId(entry))
      return { position, kind: 'changed' };
    if (entry.action === ENTRIES_REMOVED) this.removal = entry;
    this.last = { position, hash };
    return undefined;
  }

  private beginTransaction(): void {
    this.base = this.last.hash;
    this.folded = '';
    this.offset = 0;
  }
}
