import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { DiscrepancyRulesService } from '../submissions/discrepancies/rules/discrepancy-rules.service.js';
import { actorOf } from '../submissions/discrepancies/rules/rule-actor.js';
import { CredentialsService } from '../tenancy/credentials/credentials.service.js';
import type { Scope } from '../tenancy/scope.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import { defaultName } from '../users/model/user-defaults.js';

const KEY = 'key:';
const ADMINISTRATOR = 'admin:';

/** The label of an actor; null where there is none. */
export interface LabelOf {
  (actor: string): string;
  (actor: string | null): string | null;
}

function namedAfter(prefix: string, actors: readonly string[]): string[] {
  return actors.filter((actor) => actor.startsWith(prefix)).map((actor) => actor.slice(prefix.length));
}

/** Labels of actors: a key's label, an administrator's name, what a rule is about; of others the actor itself. */
@Injectable()
export class ActorLabels {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly people: UserLookup,
    private readonly rules: DiscrepancyRulesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async one(scope: Scope, actor: string): Promise<string> {
    const labelOf = await this.of(scope, [actor], (one) => one);
    return labelOf(actor);
  }

  /**
   * Three statements at most, however many rows there are.
   * @param actorsOf the actors that a row names
   */
  async of<T>(
    scope: Scope,
    rows: readonly T[],
    actorsOf: (row: T) => string | null | readonly (string | null)[],
  ): Promise<LabelOf> {
    const actors = [...new Set(rows.flatMap(actorsOf).filter((actor) => actor !== null))];
    const [keys, people, rules] = await Promise.all([
      this.credentials.labelsOf(scope, namedAfter(KEY, actors)),
      this.people.find(scope, this.unitOfWork.single, namedAfter(ADMINISTRATOR, actors)),
      this.rules.ofActors(scope, actors),
    ]);
    const labels = new Map<string | null, string>();
    for (const [apiKey, label] of keys) labels.set(`${KEY}${apiKey}`, label);
    for (const id of namedAfter(ADMINISTRATOR, actors)) {
      const user = people.get(id);
      if (user !== undefined) labels.set(`${ADMINISTRATOR}${id}`, user.name ?? defaultName(user));
    }
    for (const rule of rules) labels.set(actorOf(rule), `Rule: ${rule.field} of ${rule.formType}`);
    function labelOf(actor: string): string;
    function labelOf(actor: string | null): string | null;
    function labelOf(actor: string | null): string | null {
      return labels.get(actor) ?? actor;
    }
    return labelOf;
  }
}
