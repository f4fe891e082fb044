import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Scope } from '../../tenancy/scope.js';
import { SCIM_BASE } from '../protocol/scim-controller.js';
import { versionOf } from '../protocol/versions.js';
import type { Resource } from '../schema/resource.js';
import type { Seen } from './people.repository.js';
import { presentPerson } from './present-person.js';

/** A person as the connection sees them, with the address and the version. */
export interface PresentedPerson {
  readonly resource: Resource;
  readonly location: string;
  readonly version: string;
}

/** Presents people with `meta`. */
@Injectable()
export class PeoplePresenter {
  constructor(private readonly publicUrl: PublicUrl) {}

  present(scope: Scope, { user, link }: Seen): PresentedPerson {
    const held = link === undefined || link.forgottenAt !== null ? undefined : link;
    const person = presentPerson(scope, user, held);
    const version = versionOf(person);
    const location = `${this.publicUrl.value}/${SCIM_BASE}/Users/${user.id}`;
    const lastModified = new Date(Math.max(user.updatedAt.getTime(), held?.updatedAt.getTime() ?? 0));
    const meta = {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: lastModified.toISOString(),
      location,
      version,
    };
    return { resource: { ...person, meta }, location, version };
  }
}
