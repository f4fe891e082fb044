import { emailKeyOf, hasIdForm } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { type MatchDecisions, NO_DECISIONS } from './questions.js';
import type { MatchedBy } from '../model/outcome.js';
import type { NamedAddresses } from './named-addresses.js';

/** The keys by which a person is found. */
type Findable = Pick<User, 'id' | 'legacyNumber' | 'emailKey'>;

export interface Match<T = User> {
  readonly user: T;
  readonly by: MatchedBy;
}

interface Identity {
  readonly externalId?: string | null;
  readonly email: string;
}

/** The stored people whom a batch may be about, with the changes of the rows that were applied already. */
export class CandidateIndex<T extends Findable = User> {
  private readonly ids = new Map<string, T>();
  private readonly legacyNumbers = new Map<string, T>();
  private readonly emails = new Map<string, T>();

  /**
   * @param decisions of identity conflicts; the users whom they mean are among `users`
   * @param named by the earlier batches of the same upload
   */
  constructor(
    users: Iterable<T>,
    readonly decisions: MatchDecisions = NO_DECISIONS,
    readonly named?: NamedAddresses,
  ) {
    for (const user of users) this.put(user);
  }

  /**
   * By externalId as ID (a decision may say that it means another user), then by externalId as legacyNumber, then by
   * e-mail address; the first match wins (contract, 2.4). After a change here raise `RULES_VERSION` of `BodyHashes`, or
   * bodies that were sent before keep their old meaning; `keyOfJson` of `UnchangedBodies` names the same key.
   */
  match({ externalId, email }: Identity): Match<T> | undefined {
    if (externalId !== undefined && externalId !== null) {
      const means = this.decisions.meaningOf(externalId) ?? externalId;
      const byId = hasIdForm(means) ? this.ids.get(means) : undefined;
      if (byId !== undefined) return { user: byId, by: 'id' };
      const byLegacyNumber = this.legacyNumbers.get(externalId);
      if (byLegacyNumber !== undefined) return { user: byLegacyNumber, by: 'legacyNumber' };
    }
    const byEmail = this.ownerOf(email);
    return byEmail === undefined ? undefined : { user: byEmail, by: 'email' };
  }

  byId(id: string): T | undefined {
    return this.ids.get(id);
  }

  ownerOfNumber(legacyNumber: string): T | undefined {
    return this.legacyNumbers.get(legacyNumber);
  }

  ownerOf(email: string): T | undefined {
    return this.emails.get(emailKeyOf(email));
  }

  /** Adds a user, or replaces the earlier state of the same ID. */
  put(user: T): void {
    const earlier = this.ids.get(user.id);
    // Another row of the batch may have got the address or the number before this one gave it up.
    if (earlier !== undefined) {
      if (this.emails.get(earlier.emailKey) === earlier) this.emails.delete(earlier.emailKey);
      const { legacyNumber } = earlier;
      if (legacyNumber !== null && this.legacyNumbers.get(legacyNumber) === earlier)
        this.legacyNumbers.delete(legacyNumber);
    }
    this.ids.set(user.id, user);
    this.emails.set(user.emailKey, user);
    if (user.legacyNumber !== null) this.legacyNumbers.set(user.legacyNumber, user);
  }
}
