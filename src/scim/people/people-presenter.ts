import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Scope } from '../../tenancy/scope.js';
import { type Presented, presented } from '../protocol/presented.js';
import { scimAddress } from '../protocol/scim-controller.js';
import { versionOf } from '../protocol/versions.js';
import { USER_TYPE } from '../schema/user.type.js';
import type { Seen } from './people.repository.js';
import { presentPerson } from './present-person.js';

/** A person as the connection sees them. */
export type PresentedPerson = Presented;

/** Presents people with `meta`. */
@Injectable()
export class PeoplePresenter {
  constructor(private readonly publicUrl: PublicUrl) {}

  present(scope: Scope, { user, link }: Seen): PresentedPerson {
    const linked = link === undefined || link.forgottenAt !== null ? undefined : link;
    const person = presentPerson(scope, user, linked);
    const version = versionOf(person);
    const updatedAt = new Date(Math.max(user.updatedAt.getTime(), linked?.updatedAt.getTime() ?? 0));
    const { createdAt } = user;
    return presented(scimAddress(this.publicUrl), USER_TYPE, person, { createdAt, updatedAt, version });
  }
}
