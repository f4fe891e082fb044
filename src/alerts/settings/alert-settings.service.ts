import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { hashSecret } from '../../tenancy/secrets.js';
import { SERVER_KEY } from '../../tenancy/server-key.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
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
  constructor(
    private readonly stored: AlertSettingsRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  async show(scope: Pick<Scope, 'tenantId'>): Promise<AlertSettingsState> {
    return stateOf(await this.stored.find(scope));
  }

  /** Replaces all settings. Messages that wait for the end of quiet hours follow the new ones. */
  async replace(scope: Scope, settings: AlertSettings): Promise<AlertSettingsState> {
    await this.change(scope, 'alerts.changed', async (transaction, known) => {
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
      const tokenHash = hashSecret(this.serverKey, token);
      await this.stored.save(scope, transaction, known, { tokenHash, tokenMadeAt });
      return { before: madeAt(known?.tokenMadeAt), after: madeAt(tokenMadeAt) };
    });
    return token;
  }

  /** Ends the token for monitoring, if there is one. */
  async removeToken(scope: Scope): Promise<void> {
    await this.change(scope, 'alerts.token-removed', async (transaction, known) => {
      if (known === null || known.tokenHash === null) return undefined;
      await this.stored.save(scope, transaction, known, { tokenHash: null, tokenMadeAt: null });
      return { before: madeAt(known.tokenMadeAt), after: madeAt(null) };
    });
  }

  /** The tenant whose alerts this token reads; undefined when it reads none. */
  async tenantOfToken(token: string): Promise<string | undefined> {
    if (!TOKEN.test(token)) return undefined;
    return this.stored.tenantOfToken(hashSecret(this.serverKey, token));
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
