import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { explain } from '../../database/transaction/database-errors.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { StoredAlertSettings } from '../entities/stored-alert-settings.entity.js';
import { AlertMessagesRepository } from '../incidents/alert-messages.repository.js';
import { type AlertSettings, STANDARD_ALERT_SETTINGS } from './alert-settings.js';
import { AlertSettingsRepository } from './alert-settings.repository.js';

/** The settings of a tenant, and when the token for monitoring was made; null when there is none. */
export interface AlertSettingsState {
  readonly settings: AlertSettings;
  readonly tokenMadeAt: Date | null;
}

const TOKEN = /^al_[\w-]{43}$/;

/** 256 random bits. The prefix lets secret scanners recognise a leaked one. */
function newToken(): string {
  return `al_${randomBytes(32).toString('base64url')}`;
}

function stateOf(stored: StoredAlertSettings | null): AlertSettingsState {
  return {
    settings: stored?.settings ?? STANDARD_ALERT_SETTINGS,
    tokenMadeAt: stored?.tokenMadeAt ?? null,
  };
}

/** What tenants set about alerts, and the tokens with which a monitoring system reads them. */
@Injectable()
export class AlertSettingsService {
  private readonly logger = new LineLogger(AlertSettingsService.name);

  constructor(
    private readonly stored: AlertSettingsRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: ServerKeys,
  ) {}

  async show(scope: Pick<Scope, 'tenantId'>): Promise<AlertSettingsState> {
    return stateOf(await this.stored.find(scope));
  }

  /**
   * Replaces all settings. Messages that wait for the end of quiet hours follow the new ones.
   * @param check is called with the known settings under their lock; it throws where nothing is to be changed
   */
  async replace(
    scope: Scope,
    settings: AlertSettings,
    check: (known: AlertSettingsState) => void = () => undefined,
  ): Promise<AlertSettingsState> {
    await this.change(scope, 'alerts.changed', async (transaction, known) => {
      check(stateOf(known));
      const before = known?.settings ?? STANDARD_ALERT_SETTINGS;
      if (JSON.stringify(before) === JSON.stringify(settings)) return undefined;
      await this.stored.save(scope, transaction, known, { settings });
      await this.messages.wake(scope, transaction, nowOf(scope));
      return { before: { ...before }, after: { ...settings } };
    });
    return this.show(scope);
  }

  /** Makes a token for monitoring; the one before ends. @returns the token, which cannot be read again */
  async makeToken(scope: Scope): Promise<string> {
    const token = newToken();
    const tokenMadeAt = nowOf(scope);
    await this.change(scope, 'alerts.token-made', async (transaction, known) => {
      const { hash: tokenHash, keyId: tokenKeyId } = this.keys.hashSecret(token);
      await this.stored.save(scope, transaction, known, { tokenHash, tokenKeyId, tokenMadeAt });
      return { before: madeAt(known?.tokenMadeAt), after: madeAt(tokenMadeAt) };
    });
    return token;
  }

  /** Ends the token for monitoring, if there is one. */
  async removeToken(scope: Scope): Promise<void> {
    await this.change(scope, 'alerts.token-removed', async (transaction, known) => {
      if (known === null || known.tokenHash === null) return undefined;
      await this.stored.save(scope, transaction, known, {
        tokenHash: null,
        tokenKeyId: null,
        tokenMadeAt: null,
      });
      return { before: madeAt(known.tokenMadeAt), after: madeAt(null) };
    });
  }

  /** The tenant whose alerts this token reads; undefined when it reads none. */
  async tenantOfToken(token: string): Promise<string | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const hashes = this.keys.hashesOf(token);
    const found = await this.stored.findByToken(hashes.map(({ hash }) => hash));
    const [current] = hashes;
    if (found !== undefined && current !== undefined && !found.tokenHash.equals(current.hash))
      await this.stored.hashAgain(found, current).catch((error: unknown) => {
        this.logger.warn({ msg: 'a token for monitoring was not hashed again', ...explain(error) });
      });
    return found?.tenantId;
  }

  /** @param write returns what the audit log says about it; undefined when nothing was changed */
  private async change(
    scope: Scope,
    action: string,
    write: (
      transaction: Transaction,
      known: StoredAlertSettings | null,
    ) => Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | undefined>,
  ): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const known = await this.stored.lock(scope, transaction);
      const entry = await write(transaction, known);
      if (entry === undefined) return;
      const target = `tenant:${scope.tenantId}`;
      await this.audit.record(scope, [{ action, target, ...entry }], transaction);
    });
  }
}

function madeAt(at: Date | null | undefined): Record<string, unknown> {
  return { tokenMadeAt: at?.toISOString() ?? null };
}
