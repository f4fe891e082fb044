import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import type { SettingChangeDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { Ago } from '../ui/ago';
import { textOf } from '../ui/difference';
import { PageLink } from '../ui/page-link';
import { settingDifferences } from './setting-differences';

/** The values of a group around the value at this path. */
function within([name = '', ...path]: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  return { [name]: path.length === 0 ? value : within(path, value) };
}

/** A value of several words in quotes, so that its end is seen. */
function quoted(text: string): string {
  return text.includes(' ') ? t`“${text}”` : text;
}

/** The entry of the audit log, which has the time to the millisecond. */
function entryAddress(at: string): string {
  const to = new Date(Date.parse(at) + 1).toISOString();
  return listAddress('audit', { action: 'settings.changed', from: at, to });
}

/** Who changed a setting last, when, and from which value to which; of a list only who and when. */
export const LastChange = ({ change }: { readonly change: SettingChangeDto | undefined }) => {
  if (change === undefined) return null;
  const { setting, at, actorLabel, before, after } = change;
  const path = setting.split('.');
  const [values, ...more] = settingDifferences(within(path, before), within(path, after));
  const isList = Array.isArray(after) && more.length > 0;
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ mt: 0.5, overflowWrap: 'anywhere' }}
    >
      {values === undefined || isList ? (
        <Trans>
          Changed by {actorLabel},{' '}
          <PageLink to={entryAddress(at)}>
            <Ago value={at} />
          </PageLink>
        </Trans>
      ) : (
        <Trans>
          Changed by {actorLabel},{' '}
          <PageLink to={entryAddress(at)}>
            <Ago value={at} />
          </PageLink>
          , from {quoted(textOf(values.before))} to {quoted(textOf(values.after))}
        </Trans>
      )}
    </Typography>
  );
};
