import type { PersonChange } from '../../users/batch/batch-rule.js';
import { CandidateIndex } from '../../users/matching/candidate-index.js';
import type { MatchDecisions } from '../../users/matching/questions.js';
import type { SentPerson } from '../../users/model/outcome.js';
import type { User } from '../../users/model/user.entity.js';
import type { ScimLink } from '../links/scim-link.entity.js';
import type { WantedLink } from './link-of.js';
import type { Seen } from './people.repository.js';

/** The stored people whom the calls of a batch may be about, and what the connection knows of them. */
export class SeenPeople {
  readonly candidates: CandidateIndex;
  private readonly links: ReadonlyMap<string, ScimLink>;

  constructor(
    private readonly stored: readonly User[],
    decisions: MatchDecisions,
    links: readonly ScimLink[],
  ) {
    this.candidates = new CandidateIndex(stored, decisions);
    this.links = new Map(links.map((link) => [link.userId, link]));
  }

  get all(): readonly Seen[] {
    return this.stored.map((user) => this.withLink(user));
  }

  byId(id: string): Seen | undefined {
    const user = this.candidates.byId(id);
    return user === undefined ? undefined : this.withLink(user);
  }

  withLink(user: User): Seen {
    return { user, link: this.links.get(user.id) };
  }
}

/** What a call makes of a person. */
export interface PersonWrite {
  /** The person whom the call is about; undefined for a new one. */
  readonly seen: Seen | undefined;
  readonly sent: SentPerson;
  readonly wanted: WantedLink;
}

/** A call that writes a person. What it writes is worked out from the person, who is locked. */
export interface PersonCall {
  /** What finds the person. Asked before each batch, as an earlier call of a batch may have written the person. */
  readonly find: () => Promise<PersonChange>;
  /** Set where the write depends on whether one of these other connections wants the person active. */
  readonly others?: readonly string[];
  /**
   * May run again, when the transaction has lost a race.
   * @param isWantedActive whether one of the other connections wants the person active
   * @throws {Refusal} why the call is refused
   */
  readonly workOut: (found: SeenPeople, isWantedActive: boolean) => PersonWrite;
}
