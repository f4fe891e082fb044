import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { PasskeyChallenge } from '../entities/passkey-challenge.entity.js';

/** Whom a challenge was given to, and what for. */
export type ChallengeName = Pick<PasskeyChallenge, 'tenantId' | 'userId' | 'holder' | 'purpose'>;

@Injectable()
export class PasskeyChallengesRepository {
  constructor(
    @InjectRepository(PasskeyChallenge) private readonly challenges: Repository<PasskeyChallenge>,
  ) {}

  /** A later challenge replaces the one before. */
  async replace(transaction: Transaction, challenge: PasskeyChallenge): Promise<void> {
    const { tenantId, userId, holder, purpose } = challenge;
    await transaction.entities((manager) =>
      manager.delete(PasskeyChallenge, { tenantId, userId, holder, purpose }),
    );
    await transaction.entities((manager) => manager.insert(PasskeyChallenge, challenge));
  }

  /** Uses the challenge up. Of several processes that try at once, one gets it. */
  async take({ tenantId, userId, holder, purpose }: ChallengeName, now: Date): Promise<string | undefined> {
    const found = await this.challenges.findOneBy({ tenantId, userId, holder, purpose });
    if (found === null) return undefined;
    const { challenge, expiresAt } = found;
    const { affected } = await this.challenges.delete({ tenantId, userId, holder, purpose, challenge });
    return affected === 1 && expiresAt > now ? challenge : undefined;
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.challenges.delete({ expiresAt: LessThan(now) });
  }
}
