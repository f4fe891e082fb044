import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { actorOf } from '../submissions/discrepancies/rules/rule-actor.js';
import { DiscrepancyRulesService } from '../submissions/discrepancies/rules/discrepancy-rules.service.js';
import { CredentialsService } from '../tenancy/credentials.service.js';
import type { Scope } from '../tenancy/scope.js';
import { defaultName } from '../users/model/user-defaults.js';
import { UserLookup } from '../users/matching/user-lookup.js';

const KEY = 'key:';
const ADMINISTRATOR = 'admin:';

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

  /**
   * Every given actor has a label. Three statements at most, however long the page is.
   * @param actors may repeat
   */
  async labelsOf(scope: Scope, actors: readonly string[]): Promise<Map<string, string>> {
    const distinct = [...new Set(actors)];
    const [keys, people, rules] = await Promise.all([
      this.credentials.labelsOf(scope, namedAfter(KEY, distinct)),
      this.people.find(scope, this.unitOfWork.single, namedAfter(ADMINISTRATOR, distinct)),
      this.rules.ofActors(scope, distinct),
    ]);
    const labels = new Map(distinct.map((actor) => [actor, actor]));
    for (const [apiKey, label] of keys) labels.set(`${KEY}${apiKey}`, label);
    for (const [id, user] of people) {
      const actor = `${ADMINISTRATOR}${id}`;
      if (labels.has(actor)) labels.set(actor, user.name ?? defaultName(user));
    }
    for (const rule of rules) labels.set(actorOf(rule), `Rule: ${rule.field} of ${rule.formType}`);
    return labels;
  }
}
