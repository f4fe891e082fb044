import type { AlertSettingsDto, PutAlertSettingsDto } from '../api/openapi';
import { numberOf } from '../ui/number-field';

export interface KindForm {
  readonly kind: AlertSettingsDto['kinds'][number]['kind'];
  readonly enabled: boolean;
  /** Separated by commas; empty: those of all kinds. */
  readonly recipients: string;
  readonly threshold: string;
}

/** The settings as they are edited. */
export interface AlertsForm {
  readonly recipients: string;
  readonly quietFrom: string;
  readonly quietUntil: string;
  readonly kinds: readonly KindForm[];
}

function addressesOf(text: string): string[] {
  return text
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter(Boolean);
}

export function formOf({ recipients, quietHours, kinds }: AlertSettingsDto): AlertsForm {
  return {
    recipients: recipients.join(', '),
    quietFrom: quietHours?.from ?? '',
    quietUntil: quietHours?.until ?? '',
    kinds: kinds.map((kind) => ({
      kind: kind.kind,
      enabled: kind.enabled,
      recipients: kind.recipients?.join(', ') ?? '',
      threshold: kind.threshold === null ? '' : String(kind.threshold),
    })),
  };
}

/** The body of the call. What this form does not show keeps its value. */
export function bodyOf(form: AlertsForm, { quietHours, kinds }: AlertSettingsDto): PutAlertSettingsDto {
  const { quietFrom, quietUntil } = form;
  const isQuiet = quietFrom !== '' || quietUntil !== '';
  return {
    recipients: addressesOf(form.recipients),
    quietHours: isQuiet
      ? { from: quietFrom, until: quietUntil, timeZone: quietHours?.timeZone ?? null }
      : null,
    kinds: form.kinds.map(({ kind, enabled, recipients, threshold }) => {
      const known = kinds.find((one) => one.kind === kind);
      const isEmptyList = recipients === '' && known?.recipients?.length === 0;
      return {
        kind,
        enabled,
        recipients: recipients.trim() === '' && !isEmptyList ? null : addressesOf(recipients),
        // The API refuses other text, with a reason.
        threshold: numberOf(threshold) as number | null,
      };
    }),
  };
}
