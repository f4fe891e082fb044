import type { Load } from '../support/cost.js';
import { Connections, timed } from '../support/load.js';
import { patchOf, type ScimPerson } from './people.js';

interface Found {
  readonly Resources: readonly { readonly id: string }[];
}

/** An identity provider with so many calls at once, each over one kept-alive connection. */
export class Provider {
  private readonly connections: Connections;

  /** @param token of a connection */
  constructor(
    baseUrl: string,
    token: string,
    private readonly atOnce: number,
  ) {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' };
    this.connections = new Connections(baseUrl, headers, atOnce);
  }

  create(people: readonly ScimPerson[]): Promise<Load> {
    return timed(people, this.atOnce, (person) => this.call('POST', '', 201, person));
  }

  lookUp(people: readonly ScimPerson[]): Promise<Load> {
    return timed(people, this.atOnce, (person) => this.find(person));
  }

  patch(ids: readonly string[], edition: number): Promise<Load> {
    return timed(ids, this.atOnce, (id) => this.call('PATCH', `/${id}`, 200, patchOf(edition)));
  }

  /** What a sync does with a person who has changed; each time is that of both calls. */
  lookUpAndPatch(people: readonly ScimPerson[], edition: number): Promise<Load> {
    return timed(people, this.atOnce, async (person) => {
      const id = await this.find(person);
      await this.call('PATCH', `/${id}`, 200, patchOf(edition));
    });
  }

  /** The IDs of these people, in their order. */
  async idsOf(people: readonly ScimPerson[]): Promise<string[]> {
    const ids = new Map<ScimPerson, string>();
    await timed(people, this.atOnce, async (person) => ids.set(person, await this.find(person)));
    return people.map((person) => ids.get(person) ?? '');
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  /** @throws {Error} unless exactly one person has the userName */
  private async find({ userName }: ScimPerson): Promise<string> {
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    const text = await this.call('GET', `?filter=${filter}`, 200);
    const [found, ...others] = (JSON.parse(text) as Found).Resources;
    if (found === undefined || others.length > 0) throw new Error(`${userName} was found as ${text}`);
    return found.id;
  }

  private call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    status: number,
    body?: object,
  ): Promise<string> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.connections.text(method, `/scim/v2/Users${path}`, text, { status });
  }
}
