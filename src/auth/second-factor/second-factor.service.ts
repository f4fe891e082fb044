import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoSecondFactor, SecondFactorIsOn, WrongCode } from '../../errors/account.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { appAddress, newSecret, stepOf } from './one-time-codes.js';
import { newRecoveryCodes, plainCode } from './recovery-codes.js';
import { type Owner, SecondFactorRepository } from './second-factor.repository.js';

/** Whether a user has an app, and how many recovery codes are left. */
export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

/** What an app needs; it is shown once. */
export interface AppSetUp {
  readonly secret: string;
  /** For a QR code. */
  readonly address: string;
}

/** One-time codes of authenticator apps (RFC 6238), beside the password. */
@Injectable()
export class SecondFactorService {
  private readonly box: SecretBox;

  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: ServerKeys,
    columns: SealedColumns,
  ) {
    this.box = columns.declare({
      kind: 'secrets of authenticator apps',
      table: 'second_factors',
      column: 'sealedSecret',
      key: ['tenantId', 'userId'],
      purpose: 'second factors',
      ownerOf: ({ tenantId = '', userId = '' }) => ownerName({ tenantId, userId }),
    });
  }

  async stateOf(owner: Owner): Promise<SecondFactorState> {
    const [factor, left] = await Promise.all([this.factors.find(owner), this.factors.codesLeft(owner)]);
    const isOn = factor !== null && factor.confirmedAt !== null;
    return { isOn, recoveryCodesLeft: isOn ? left : 0 };
  }

  /**
   * Begins the set-up of an app; it has no effect until {@link confirm}. Beginning again replaces the first secret.
   * @throws {SecondFactorIsOn} when there is a confirmed one
   */
  async begin(owner: Owner, email: string): Promise<AppSetUp> {
    if ((await this.stateOf(owner)).isOn) throw new SecondFactorIsOn();
    const { tenantId, userId } = owner;
    const secret = newSecret();
    const sealedSecret = this.box.seal(ownerName(owner), secret);
    await this.unitOfWork.run((transaction) =>
      this.factors.replace(transaction, {
        tenantId,
        userId,
        sealedSecret,
        createdAt: wallTime(),
        confirmedAt: null,
        lastStep: 0,
      }),
    );
    return { secret, address: appAddress(secret, email) };
  }

  /**
   * From now on logins need a code.
   * @returns the recovery codes, which are shown once
   * @throws {NoSecondFactor} when none was begun
   * @throws {SecondFactorIsOn} when it is confirmed already
   * @throws {WrongCode} when the code is wrong
   */
  async confirm(scope: Scope, userId: string, code: string): Promise<string[]> {
    const owner = { tenantId: scope.tenantId, userId };
    const factor = await this.factors.find(owner);
    if (factor === null) throw new NoSecondFactor();
    if (factor.confirmedAt !== null) throw new SecondFactorIsOn();
    if (!(await this.usesAppCode(owner, factor.sealedSecret, code))) throw new WrongCode();
    const codes = newRecoveryCodes();
    await this.unitOfWork.run(async (transaction) => {
      const hashes = codes.map((one) => this.keys.hashSecret(secretOf(owner, one)));
      await this.factors.confirm(transaction, owner, nowOf(scope), hashes);
      const entry = { action: 'admin.second-factor-added', target: `user:${userId}` };
      await this.audit.record(scope, [entry], transaction);
    });
    return codes;
  }

  /** Ends the second factor of a user. Without one nothing happens. */
  async remove(scope: Scope, userId: string): Promise<void> {
    const owner = { tenantId: scope.tenantId, userId };
    const wasOn = (await this.stateOf(owner)).isOn;
    await this.unitOfWork.run(async (transaction) => {
      await this.factors.remove(transaction, owner);
      if (!wasOn) return;
      const entry = { action: 'admin.second-factor-removed', target: `user:${userId}` };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  /**
   * Whether this code of the app, or this recovery code, is right; it is used up then. False when the secret was sealed
   * under another server key.
   */
  async accepts(owner: Owner, code: string): Promise<boolean> {
    const factor = await this.factors.find(owner);
    if (factor === null || factor.confirmedAt === null) return false;
    if (/^\d{6}$/.test(code.trim())) return this.usesAppCode(owner, factor.sealedSecret, code.trim());
    const hashes = this.keys.hashesOf(secretOf(owner, code)).map(({ hash }) => hash);
    return this.factors.useRecoveryCode(owner, hashes);
  }

  /** The app has the time of the world, also where the tenant has a clock of its own. */
  private async usesAppCode(owner: Owner, sealedSecret: Buffer, code: string): Promise<boolean> {
    const secret = this.box.open(ownerName(owner), sealedSecret);
    const step = secret === undefined ? undefined : stepOf(secret, code, wallTime());
    return step !== undefined && this.factors.useStep(owner, step);
  }
}

/** What is hashed of a recovery code. */
function secretOf(owner: Owner, code: string): string {
  return `recovery:${ownerName(owner)}:${plainCode(code)}`;
}

function ownerName({ tenantId, userId }: Owner): string {
  return `${tenantId}:${userId}`;
}
