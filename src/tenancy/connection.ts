/** The account types that a connection may have as its default; `users` has the same list. */
export const CONNECTION_ACCOUNT_TYPES = ['Student', 'Faculty', 'Staff'] as const;
export type ConnectionAccountType = (typeof CONNECTION_ACCOUNT_TYPES)[number];

export const VISIBILITIES = ['all', 'linked'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** What an operator decides about an identity provider (contract, section 10). */
export interface ConnectionSettings {
  /** The account type of a person for whom the provider names none; null: such a person is refused. */
  readonly defaultAccountType: ConnectionAccountType | null;
  /** Whether it may make people administrators, and change those who are. */
  readonly mayAdminister: boolean;
  /** Whether it takes over people who came otherwise; false: it may read and list them, and every write is refused. */
  readonly adopts: boolean;
  /** Whether it lists all people, or only those that it holds. */
  readonly visible: Visibility;
}

/** The identity provider that a credential of scope `scim` belongs to. It outlives the rotation of its key. */
export interface Connection {
  readonly id: string;
  readonly settings: ConnectionSettings;
}

export const DEFAULT_CONNECTION: ConnectionSettings = {
  defaultAccountType: null,
  mayAdminister: false,
  adopts: true,
  visible: 'all',
};

/** @param stored what was set, or null; other settings have their default */
export function connectionSettingsOf(stored: Partial<ConnectionSettings> | null): ConnectionSettings {
  return { ...DEFAULT_CONNECTION, ...stored };
}
