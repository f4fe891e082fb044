import type { AlertKindSpec } from '../kinds/alert-kind.js';

/** Hours of each day in which no message is sent. */
export interface QuietHours {
  /** `22:00` */
  readonly from: string;
  /** `06:00`; before `from` it is on the next day. */
  readonly until: string;
  /** An IANA name; null means the zone of the tenant. */
  readonly timeZone: string | null;
}

/** What a tenant has set about one kind. */
export interface KindSettings {
  readonly kind: string;
  readonly enabled: boolean;
  /** Null means those of all kinds; an empty list means that nothing is sent. */
  readonly recipients: readonly string[] | null;
  /** Null means the standard one. */
  readonly threshold: number | null;
}

/** The settings of a tenant about alerts. */
export interface AlertSettings {
  /** For every kind that has none of its own. */
  readonly recipients: readonly string[];
  readonly quietHours: QuietHours | null;
  /** Kinds that are missing have the standard settings. */
  readonly kinds: readonly KindSettings[];
}

export const STANDARD_ALERT_SETTINGS: AlertSettings = { recipients: [], quietHours: null, kinds: [] };

/** What holds for one kind. */
export interface EffectiveKind {
  readonly enabled: boolean;
  readonly recipients: readonly string[];
  readonly threshold: number;
}

export function kindSettingsOf({ kinds }: AlertSettings, { name }: AlertKindSpec): KindSettings {
  return (
    kinds.find(({ kind }) => kind === name) ?? {
      kind: name,
      enabled: true,
      recipients: null,
      threshold: null,
    }
  );
}

export function effectiveKind(settings: AlertSettings, spec: AlertKindSpec): EffectiveKind {
  const { enabled, recipients, threshold } = kindSettingsOf(settings, spec);
  return {
    enabled,
    recipients: recipients ?? settings.recipients,
    threshold: threshold ?? spec.threshold?.standard ?? 0,
  };
}
