import { hash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import { InvalidCursor } from '../../errors/scim.errors.js';
import { decodeCursor, encodeCursor } from '../../http/signed-cursor.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { ResourceType } from '../schema/attribute.js';
import { isObject } from '../schema/resource.js';
import type { ListRequest } from './list-request.js';
import type { Page, Place } from './pages.js';

/** A cursor holds for one search among one type of resources of one connection. */
function digestOf(scope: Scope, type: ResourceType, search: string): string {
  const text = `${connectionOf(scope).id} ${type.name} ${search}`;
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** The cursors of lists (RFC 9865). */
@Injectable()
export class PageCursors {
  constructor(private readonly keys: ServerKeys) {}

  /** @throws {InvalidCursor} when the cursor belongs to another search */
  placeOf(scope: Scope, type: ResourceType, { cursor, search, startIndex }: ListRequest): Place {
    if (cursor === undefined) return { offset: startIndex - 1 };
    if (cursor === '') return { offset: 0 };
    const content = this.decoded(scope, cursor);
    if (!isObject(content) || content['search'] !== digestOf(scope, type, search)) throw new InvalidCursor();
    return { offset: Number(content['offset']), after: String(content['after']) };
  }

  /** Where the next page begins; undefined for the last page, and for one that is empty. */
  behind(
    scope: Scope,
    type: ResourceType,
    { search }: ListRequest,
    place: Place,
    { ids, hasMore }: Page,
  ): string | undefined {
    const last = ids.at(-1);
    if (!hasMore || last === undefined) return undefined;
    const digest = digestOf(scope, type, search);
    const content = { search: digest, offset: place.offset + ids.length, after: last };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private decoded(scope: Scope, cursor: string): unknown {
    try {
      return decodeCursor(this.keys, scope.tenantId, cursor);
    } catch (error) {
      throw error instanceof ValidationFailed ? new InvalidCursor() : error;
    }
  }
}
