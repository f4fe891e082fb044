import type { UserDto } from '../../src/users/model/dto/user.dto.js';
import type { RemovedUserDto } from '../../src/users/export/removed-user.dto.js';
import type { ApiClient } from './api-client.js';
import { byKey, type WalkedMeta, type WalkQuery, WalkReader } from './walk-reader.js';

/** With includeRemoved. */
export type UserEntry = UserDto | RemovedUserDto;

export interface UserPage extends WalkedMeta {
  readonly users: readonly UserDto[];
}

const walk = new WalkReader<UserDto>('/users');

/** One page of the list of people. */
export async function listPage(sis: ApiClient, query: WalkQuery = {}): Promise<UserPage> {
  const { items: users, ...meta } = await walk.page(sis, query);
  return { users, ...meta };
}

/** Reads all pages of a walk, and runs a function between them. */
export async function listAll(
  sis: ApiClient,
  query: WalkQuery = {},
  between?: (pages: number) => Promise<unknown>,
): Promise<{ users: UserDto[]; nextSince: string; pages: number }> {
  const { items: users, ...walked } = await walk.all(sis, query, between);
  return { users, ...walked };
}

export const idsOf = (users: readonly UserEntry[]): string[] => users.map(({ id }) => id);

export function isRemoved(entry: UserEntry): entry is RemovedUserDto {
  return 'removed' in entry;
}

/** A system that keeps a copy of the people, always sending the last `nextSince`. */
export class UserReader {
  readonly copy = new Map<string, UserDto>();
  private since: string | undefined;

  constructor(private readonly sis: ApiClient) {}

  /** @returns what this delta has */
  async sync(limit?: number): Promise<UserEntry[]> {
    const walk = await listAll(this.sis, { since: this.since, limit, includeRemoved: 'true' });
    const entries: UserEntry[] = walk.users;
    for (const entry of entries)
      if (isRemoved(entry)) this.copy.delete(entry.id);
      else this.copy.set(entry.id, entry);
    this.since = walk.nextSince;
    return entries;
  }
}

/** People by their IDs, for comparison. */
export function byId(users: Iterable<UserDto>): Record<string, UserDto> {
  return byKey(users, ({ id }) => id);
}
