import type { Plan, UserChange } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import type { CandidateIndex } from './candidate-index.js';

/** What the rows of a batch change of its people; later rows are matched against it. */
export class PlannedChanges {
  /** People as they are stored; undefined for new ones. */
  private readonly originals = new Map<string, User | undefined>();
  private readonly results = new Map<string, User>();
  private readonly bodiesToRemember = new Map<string, User>();
  private readonly confirmed = new Map<string, User>();

  constructor(private readonly candidates: CandidateIndex) {}

  /**
   * A row that changes a person, or makes one.
   * @param before undefined for a new person
   * @param bodyHash null when the body is not to be recognised later
   */
  write(before: User | undefined, after: User, bodyHash: Buffer | null): void {
    this.setOriginal(after.id, before);
    after.bodyHash = bodyHash;
    this.results.set(after.id, after);
    this.candidates.put(after);
  }

  /** A row that changes no field: its body may be new, and it may confirm values that await their source. */
  keep(before: User, after: User, bodyHash: Buffer | null): void {
    // Also here, because a later row about the person may change them.
    this.setOriginal(after.id, before);
    const isRemembered = bodyHash === null || after.bodyHash?.equals(bodyHash) === true;
    const isConfirmed = after.awaitingSource !== before.awaitingSource;
    if (isRemembered && !isConfirmed) return;
    const result = this.results.get(after.id) ?? after;
    if (!isRemembered) result.bodyHash = bodyHash;
    result.awaitingSource = after.awaitingSource;
    if (!isRemembered) this.bodiesToRemember.set(after.id, result);
    if (isConfirmed) this.confirmed.set(after.id, result);
    this.candidates.put(result);
  }

  all(): Pick<Plan, 'changes' | 'bodiesToRemember' | 'confirmed'> {
    const changes = [...this.results.values()].map((after): UserChange => ({
      before: this.originals.get(after.id),
      after,
    }));
    return {
      changes,
      bodiesToRemember: this.unchanged(this.bodiesToRemember),
      confirmed: this.unchanged(this.confirmed),
    };
  }

  private setOriginal(id: string, stored: User | undefined): void {
    if (!this.originals.has(id)) this.originals.set(id, stored);
  }

  private unchanged(users: ReadonlyMap<string, User>): User[] {
    return [...users.values()].filter(({ id }) => !this.results.has(id));
  }
}
