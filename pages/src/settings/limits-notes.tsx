import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';

interface LimitsNotesProps {
  /** How many users are held; a change of the limits does not release them. */
  readonly openHolds: number;
  /** Whether the higher of the two limits of a day applies, until one of them is changed. */
  readonly isHigherPerDay: boolean;
}

/** What the numbers of the de-provisioning limits do not say. */
export const LimitsNotes = ({ openHolds, isHigherPerDay }: LimitsNotesProps) => (
  <>
    {openHolds > 0 && (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <Trans>
          <Plural value={openHolds} one="# user is held." other="# users are held." /> A change of the limits
          does not release them: they stay active until an administrator decides, or until the SIS sets their
          account status. <PageLink to={listAddress('holds', { status: 'held' })}>Decide</PageLink>
        </Trans>
      </Alert>
    )}
    {isHigherPerDay && (
      <Alert severity="info" role="note" sx={{ mb: 2 }}>
        <Trans>Within 24 hours the higher of the two limits applies, until you change one of them.</Trans>
      </Alert>
    )}
  </>
);
