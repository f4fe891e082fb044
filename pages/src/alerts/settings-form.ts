import { t } from '@lingui/core/macro';

import type { Answer } from '../api/http';
import type { AlertSettingsDto, AlertSettingsMetaDto, PutAlertSettingsDto } from '../api/openapi';
import { numberOf } from '../ui/number-field';
import { kindWords } from './kinds';
import { addressesOf, distinctAddresses } from './recipients';

export type AlertsAnswer = Answer<AlertSettingsDto, AlertSettingsMetaDto>;

export interface KindForm {
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
  /** By the name of the kind. */
  readonly kinds: Readonly<Record<string, KindForm>>;
}

/** Everyone whom the form names, once. */
export function recipientsOf({ recipients, kinds }: AlertsForm): string[] {
  const others = Object.values(kinds).flatMap((kind) => (kind.enabled ? addressesOf(kind.recipients) : []));
  return distinctAddresses([...addressesOf(recipients), ...others]);
}

export function formOf({ data: { recipients, quietHours, kinds } }: AlertsAnswer): AlertsForm {
  return {
    recipients: recipients.join(', '),
    quietFrom: quietHours?.from ?? '',
    quietUntil: quietHours?.until ?? '',
    kinds: Object.fromEntries(kinds.map((kind) => [kind.kind, kindFormOf(kind)])),
  };
}

function kindFormOf({ enabled, recipients, threshold }: AlertSettingsDto['kinds'][number]): KindForm {
  return {
    enabled,
    recipients: recipients?.join(', ') ?? '',
    threshold: threshold === null ? '' : String(threshold),
  };
}

const LABELS: Readonly<Record<string, string>> = {
  recipients: t`Recipients`,
  quietFrom: t`Quiet from`,
  quietUntil: t`Quiet until`,
};
const KIND_LABELS: Readonly<Record<string, string>> = {
  enabled: t`Look for it`,
  recipients: t`Other recipients`,
  threshold: t`Threshold`,
};

/** The label of a field of the form; of a kind, with its title. */
export function labelOf(path: string, { kinds }: AlertSettingsDto): string {
  const [name = '', kind, field = ''] = path.split('.');
  const known = kinds.find((one) => one.kind === kind);
  return known === undefined ? (LABELS[name] ?? name) : `${kindWords(known)}: ${KIND_LABELS[field] ?? field}`;
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
    kinds: kinds.map((known) => {
      const { enabled, recipients, threshold } = form.kinds[known.kind] ?? kindFormOf(known);
      const isEmptyList = recipients === '' && known.recipients?.length === 0;
      return {
        kind: known.kind,
        enabled,
        recipients: recipients.trim() === '' && !isEmptyList ? null : addressesOf(recipients),
        // The API refuses other text, with a reason.
        threshold: numberOf(threshold) as number | null,
      };
    }),
  };
}
