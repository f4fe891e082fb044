import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import { DescriptionList } from '../ui/description-list';
import { grouped } from '../ui/words';
import type { Counts, Notes } from './file-lines';

/** People whose data change. For the API, de-provisioned and restored ones are updated too; each counts once here. */
export function changedIn({ updated, deprovisioned, restored }: Counts): number {
  return updated - deprovisioned - restored;
}

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
    [t`Changed`, changedIn(totals)],
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
