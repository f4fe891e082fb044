import { isDeepStrictEqual } from 'node:util';

import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { withFields } from '../../users/model/fields/field-values.js';
import type { Outcome, SentPerson } from '../../users/model/outcome.js';
import type { User } from '../../users/model/user.entity.js';
import type { WrittenFields, ScimLink } from '../links/scim-link.entity.js';
import { connectionOf } from '../protocol/connection-of.js';
import { canonicalJson } from '../../http/json/canonical-json.js';
import type { Resource } from '../schema/resource.js';
import { writtenFieldsOf } from './still-valid.js';
import { userNameKeyOf } from './names.js';
import { type Linked, presentPerson } from './people-presenter.js';

/** What a connection will know of a person. */
export interface WantedLink {
  readonly userName: string;
  readonly externalId: string | null;
  /** What is kept of the resource; the write may change fields on which a kept value depends. */
  readonly keptAfter: (written: WrittenFields) => Resource;
  /** Whether the connection gives the person up. */
  readonly isForgotten: boolean;
}

/** A link, with the status that the connection has sent together with it. */
type WrittenLink = WantedLink & Pick<SentPerson['person'], 'accountStatus'>;

/** The person with what the connection sent: a value that is not applied is then answered as the stored one. */
export function asSent({ user, awaiting }: Exclude<Outcome, { readonly kind: 'refused' }>): User {
  const fields = (awaiting?.kept ?? []).map((field) => ({
    field,
    value: user.awaitingSource?.[field]?.sourceValue ?? null,
  }));
  return fields.length === 0 ? user : withFields(user, fields);
}

/** The stored link itself when nothing of it changes, so that its time of change stays. */
export function linkOf(
  scope: Scope,
  user: User,
  stored: ScimLink | undefined,
  wanted: WrittenLink,
): ScimLink {
  const { userName, externalId, keptAfter, isForgotten, accountStatus } = wanted;
  const now = nowOf(scope);
  const writtenFields = writtenFieldsOf(user);
  const content = {
    userName,
    userNameKey: isForgotten ? null : userNameKeyOf(userName),
    externalId,
    kept: keptAfter(writtenFields),
    writtenFields,
    // A connection that has said nothing is content with the status that it found.
    wantsActive: accountStatus
      ? accountStatus === 'active'
      : (stored?.wantsActive ?? user.accountStatus === 'active'),
  };
  const isNew = stored === undefined || stored.forgottenAt !== null;
  if (!isNew && !isForgotten && isDeepStrictEqual({ ...stored, ...content }, stored)) return stored;
  const isSeen = isNew || isForgotten || shown(scope, user, stored) !== shown(scope, user, content);
  return {
    tenantId: scope.tenantId,
    connectionId: connectionOf(scope).id,
    userId: user.id,
    ...content,
    createdAt: isNew ? now : stored.createdAt,
    // What changes nothing that is answered, such as a PUT of what GET has answered, leaves the time alone.
    updatedAt: isSeen ? now : stored.updatedAt,
    forgottenAt: isForgotten ? now : null,
  };
}

function shown(scope: Scope, user: User, linked: Linked): string {
  return canonicalJson(presentPerson(scope, user, linked));
}
