import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { TargetContact } from '../entities/target-contact.entity.js';
import { auditTargetOf } from '../targets/audit-target.js';
import { ContactsRepository } from './contacts.repository.js';
import { type Contacts, joined, learnedLimitMs, usualGapMs, withContacts } from './rhythm.js';

type Noted = Contacts & Pick<TargetContact, 'tenantId' | 'targetSystem'>;

/** After how long without a contact a target system is silent, and who says so. */
export interface SilenceLimit {
  readonly ms: number;
  /** `set` by an administrator, `learned` from its rhythm, or that of `alerts`. */
  readonly source: 'set' | 'learned' | 'alerts';
  /** The usual longest time of a day between two contacts; null until three days are known. */
  readonly usualMs: number | null;
}

/** The last contact of a target system, which may have been a claim that named none. */
export interface TargetRhythm {
  readonly lastContactAt: Date | null;
  readonly limit: SilenceLimit;
}

const MINUTE_MS = 60_000;

/** When connectors ask, with or without being handed anything: from it the service knows when one is silent. */
@Injectable()
export class ContactsService {
  private readonly waiting: WriteBehind<Noted>;

  constructor(
    background: Background,
    private readonly contacts: ContactsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.waiting = background.buffer('target-contacts', {
      store: (transaction, noted) => this.store(transaction, noted),
      merge: (earlier, later) => ({ ...later, ...joined(earlier, later) }),
    });
  }

  /** A credential asks, or reports. @param targetSystem that it names; blank when it names none */
  note(scope: Scope, targetSystem: string): void {
    const { tenantId, actor } = scope;
    if (!actor.startsWith('key:')) return;
    const at = nowOf(scope);
    this.waiting.put(`${tenantId}:${targetSystem}`, {
      tenantId,
      targetSystem,
      firstAt: at,
      lastAt: at,
      gapMs: 0,
    });
  }

  /**
   * The rhythm of each target system of the tenant; the last five seconds may be missing.
   * @param mostMs the limit of alerts: for systems without a rhythm, and for learned ones the most
   */
  async rhythms(scope: Scope, mostMs: number): Promise<(targetSystem: string) => TargetRhythm> {
    const known = new Map((await this.contacts.of(scope)).map((one) => [one.targetSystem, one]));
    const any = known.get('');
    const now = nowOf(scope);
    return (targetSystem) => {
      const own = known.get(targetSystem);
      const lastAt = [own?.lastAt ?? null, any?.lastAt ?? null];
      return { lastContactAt: latest(lastAt), limit: limitOf(own, any, mostMs, now) };
    };
  }

  /** @param minutes null: as learned */
  async setLimit(scope: Scope, targetSystem: string, minutes: number | null): Promise<void> {
    const { tenantId } = scope;
    await this.unitOfWork.run(async (transaction) => {
      const [before] = await this.contacts.lock(transaction, [{ tenantId, targetSystem }]);
      const silentAfterMinutes = before?.silentAfterMinutes ?? null;
      if (silentAfterMinutes === minutes) return;
      await this.contacts.setLimit(transaction, { tenantId, targetSystem }, minutes);
      const entry = {
        action: 'connector.silence-limit-changed',
        target: auditTargetOf(targetSystem),
        before: { silentAfterMinutes },
        after: { silentAfterMinutes: minutes },
      };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  private async store(transaction: Transaction, noted: readonly Noted[]): Promise<void> {
    const known = await this.contacts.lock(transaction, noted);
    await this.contacts.save(
      transaction,
      noted.map(({ tenantId, targetSystem, ...contacts }) => {
        const before = known.find((one) => one.tenantId === tenantId && one.targetSystem === targetSystem);
        return { tenantId, targetSystem, ...withContacts(before, contacts) };
      }),
    );
  }
}

function latest(moments: readonly (Date | null)[]): Date | null {
  return moments.reduce(
    (one, other) => (one === null || (other !== null && other > one) ? other : one),
    null,
  );
}

/** @param any of claims that name no target system: its rhythm stands for systems that are never named */
function limitOf(
  own: TargetContact | undefined,
  any: TargetContact | undefined,
  mostMs: number,
  now: Date,
): SilenceLimit {
  const usualMs = usualGapMs((own?.lastAt ? own : any)?.gaps ?? [], now) ?? null;
  const set = own?.silentAfterMinutes ?? null;
  if (set !== null) return { ms: set * MINUTE_MS, source: 'set', usualMs };
  if (usualMs === null) return { ms: mostMs, source: 'alerts', usualMs };
  return { ms: learnedLimitMs(usualMs, mostMs), source: 'learned', usualMs };
}
