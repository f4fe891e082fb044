import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { CredentialsService } from '../tenancy/credentials.service.js';
import type { Scope } from '../tenancy/scope.js';
import { defaultName } from '../users/model/user-defaults.js';
import { UserLookup } from '../users/matching/user-lookup.js';

const KEY = 'key:';
const ADMINISTRATOR = 'admin:';

function namedAfter(prefix: string, actors: readonly string[]): string[] {
  return actors.filter((actor) => actor.startsWith(prefix)).map((actor) => actor.slice(prefix.length));
}

/** Labels of actors: of a key its label, of an administrator their name, of others the actor itself. */
@Injectable()
export class ActorLabels {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Every given actor has a label. Two statements, however long the page is.
   * @param actors may repeat
   */
  async labelsOf(scope: Scope, actors: readonly string[]): Promise<Map<string, string>> {
    const distinct = [...new Set(actors)];
    const [keys, people] = await Promise.all([
      this.credentials.labelsOf(scope, namedAfter(KEY, distinct)),
      this.people.find(scope, this.unitOfWork.single, namedAfter(ADMINISTRATOR, distinct)),
    ]);
    const labels = new Map(distinct.map((actor) => [actor, actor]));
    for (const [apiKey, label] of keys) labels.set(`${KEY}${apiKey}`, label);
    for (const [id, user] of people) {
      const actor = `${ADMINISTRATOR}${id}`;
      if (labels.has(actor)) labels.set(actor, user.name ?? defaultName(user));
    }
    return labels;
  }
}
