interface Person {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface Administrator extends Person {
  readonly accountStatus: 'active' | 'inactive';
  readonly hasPassword: boolean;
  readonly lastSeenAt: string | null;
}

/** Somebody who has not set a password yet. */
export interface Invitation extends Person {
  readonly invitedBy: string;
  readonly invitedByLabel?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The link works once and is told once. */
export interface IssuedInvitation {
  readonly userId: string;
  readonly email: string;
  readonly link: string;
  readonly expiresAt: string;
}
