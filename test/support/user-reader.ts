import type { UserDto } from '../../src/users/model/dto/user.dto.js';
import type { RemovedUserDto } from '../../src/users/export/removed-user.dto.js';
import type { ApiClient } from './api-client.js';

/** With includeRemoved. */
export type UserEntry = UserDto | RemovedUserDto;
export type UserListQuery = Readonly<Record<string, string | number | undefined>>;

export interface UserPage {
  readonly users: readonly UserDto[];
  readonly count: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly nextSince: string;
}

export function usersPath(query: UserListQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const text = new URLSearchParams(given).toString();
  return `/users${text === '' ? '' : `?${text}`}`;
}

/** One page of the list of people. */
export async function listPage(sis: ApiClient, query: UserListQuery = {}): Promise<UserPage> {
  const { status, body } = await sis.get(usersPath(query));
  if (status !== 200) throw new Error(`the list of people answered ${status}: ${JSON.stringify(body)}`);
  const { data, meta } = body as unknown as { data: UserDto[]; meta: Omit<UserPage, 'users'> };
  return { users: data, ...meta };
}

/** Reads all pages of a walk, and runs a function between them. */
export async function listAll(
  sis: ApiClient,
  query: UserListQuery = {},
  between: (pages: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ users: UserDto[]; nextSince: string; pages: number }> {
  const users: UserDto[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await listPage(sis, { ...query, cursor });
    users.push(...page.users);
    if (page.nextCursor === null) return { users, nextSince: page.nextSince, pages };
    cursor = page.nextCursor;
    await between(pages);
  }
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
  return Object.fromEntries(
    [...users].map((user) => [user.id, user] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
