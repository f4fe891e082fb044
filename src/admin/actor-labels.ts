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

/** Names actors as a person would: a key by its label, an administrator by their name, the rest as they are. */
@Injectable()
export class ActorLabels {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Every actor that is given has a label; two statements for a whole page.
   * @param actors with repetitions, if need be
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
