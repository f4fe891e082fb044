import { Injectable } from '@nestjs/common';

import { KeyedHashes } from '../../secrets/keyed-hashes.js';
import type { Scope } from '../../tenancy/scope.js';
import { emailKeyOf } from '../model/user-ids.js';

const PURPOSE = 'tombstones';

type OfTenant = Pick<Scope, 'tenantId'>;

/** What a person is known by, and was before. */
export interface KnownKeys {
  readonly userId: string;
  /** The ID, and every legacyNumber. */
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
}

/** What an administrator may release of an erased person. The ID is never released. */
export const RELEASABLE = ['email', 'legacyNumber'] as const;

export interface ReleasedKey {
  readonly kind: (typeof RELEASABLE)[number];
  readonly value: string;
}

/** Hashes what people are known by, so that it cannot be guessed from a copy of the database. */
@Injectable()
export class TombstoneKeys {
  constructor(private readonly hashes: KeyedHashes) {}

  /**
   * The hashes that an ID or a legacyNumber may be stored as: what a caller sends does not show which of the two it is.
   */
  ofNumber(scope: OfTenant, externalId: string): Buffer[] {
    return this.hashes.candidates(PURPOSE, numberText(scope, externalId));
  }

  /** The hashes that an address may be stored as. */
  ofEmail(scope: OfTenant, email: string): Buffer[] {
    return this.hashes.candidates(PURPOSE, emailText(scope, email));
  }

  /** The hashes that this address or legacyNumber may be stored as. */
  ofReleased(scope: OfTenant, { kind, value }: ReleasedKey): Buffer[] {
    return kind === 'email' ? this.ofEmail(scope, value) : this.ofNumber(scope, value);
  }

  /** What is stored when a person is erased. */
  ofPerson(scope: OfTenant, { userId, numbers, emails }: KnownKeys): Buffer[] {
    const texts = new Set([
      ...[userId, ...numbers].map((number) => numberText(scope, number)),
      ...emails.map((email) => emailText(scope, email)),
    ]);
    return [...texts].map((text) => this.hashes.of(PURPOSE, text));
  }
}

function numberText({ tenantId }: OfTenant, externalId: string): string {
  return `${tenantId} number ${externalId}`;
}

function emailText({ tenantId }: OfTenant, email: string): string {
  return `${tenantId} email ${emailKeyOf(email)}`;
}
