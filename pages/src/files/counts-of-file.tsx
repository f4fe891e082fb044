import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import { DescriptionList } from '../ui/description-list';
import { grouped } from '../ui/words';
import type { Counts, Notes } from './file-lines';

interface CountsOfFileProps {
  readonly totals: Counts;
  readonly notes: Pick<Notes, 'blank' | 'skipped'>;
}

/** How many rows the file has, and what becomes of them: created, changed, unchanged, refused, blank and left out. */
export const CountsOfFile = ({ totals, notes: { blank, skipped } }: CountsOfFileProps) => {
  const left = skipped.reduce((sum, { rows }) => sum + rows, 0);
  const always = [
    [t`Rows`, totals.received + blank + left],
    [t`Created`, totals.inserted],
    // Also updated for the API: each row counts once here.
    [t`Changed`, totals.updated - totals.deprovisioned - totals.restored],
    [t`De-provisioned`, totals.deprovisioned],
    [t`Held`, totals.held],
    [t`Unchanged`, totals.unchanged],
    [t`Refused rows`, totals.failed],
  ] as const;
  const rare = [
    [t`Restored`, totals.restored],
    [t`De-provisioned beyond a limit that only warns`, totals.overThreshold],
    [t`Blank rows`, blank],
    [t`Left out by the mapping`, left],
  ] as const;
  const shown = [...always, ...rare.filter(([, count]) => count > 0)];
  return (
    <>
      <DescriptionList entries={shown.map(([label, count]) => ({ label, value: grouped(count) }))} />
      {totals.held > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          <Trans>The rows of held people are among the changed and unchanged ones too.</Trans>
        </Typography>
      )}
    </>
  );
};
