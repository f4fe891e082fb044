import { Injectable } from '@nestjs/common';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import { ValidationFailed } from '../../errors/request.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../../users/model/user.entity.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** Of five, 0 to 4: at least 10^8 guesses, of which the delays let a guesser make few. */
const LEAST_SCORE = 3;
/** The time that the estimate takes grows with the length: 64 characters took up to 0.1 s, 200 took 0.2 s. */
const ESTIMATED_CHARACTERS = 64;
const SERVICE_WORDS = ['integration', 'dissertation', 'doctoral', 'admin', 'administrator', 'university'];

/** Loads the lists of common passwords when a password is set, as most processes never need them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs });
}

/** Words that a guesser who knows the person would try first. */
function wordsAbout({ tenant }: Scope, { email, firstName, lastName }: User): string[] {
  const parts = `${email} ${tenant.emailDomain}`.split(/[^\p{L}\p{N}]+/u);
  return [...SERVICE_WORDS, email, firstName, lastName, ...parts].filter((word) => word.length > 2);
}

/** Which passwords may be set, beyond their length (OWASP ASVS 5.0, V6.2.4 and V6.2.11). */
@Injectable()
export class PasswordRules {
  private estimator: Promise<ZxcvbnFactory> | undefined;

  /**
   * Refuses common passwords, and those made of what is known about the person or the university.
   * @throws {ValidationFailed} when the password is easy to guess
   */
  async check(scope: Scope, user: User, password: string): Promise<void> {
    this.estimator ??= loadEstimator();
    const estimator = await this.estimator;
    const { score } = estimator.check(password.slice(0, ESTIMATED_CHARACTERS), wordsAbout(scope, user));
    if (score >= LEAST_SCORE) return;
    const rule = sentence(
      'is easy to guess: do not use a common password, a name, an address or a repeated pattern; four words that ' +
        'have nothing to do with each other are good',
    );
    throw new ValidationFailed([problemIn('password', 'isHardToGuess', rule)]);
  }
}
