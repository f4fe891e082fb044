import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { showAddress } from '../ui/addresses';
import { valueWords } from '../ui/difference';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { When } from '../ui/when';
import { fieldWords, grouped } from '../ui/words';
import type { KeptField, UndoSummary } from './undo-lines';

/** Why a field stays. */
function reasonOf({ reason, owner, actorLabel }: KeptField): string {
  if (reason === 'taken')
    return owner === null
      ? t`the former value belongs to another user now`
      : t`the former value belongs to ${owner} now`;
  return actorLabel === null ? t`changed since` : t`changed since by ${actorLabel}`;
}

const Kept = ({ kept }: { readonly kept: KeptField }) => (
  <Box component="li">
    <Trans>
      {fieldWords(kept.field)} stays {valueWords(kept.field, kept.value)}: {reasonOf(kept)}
    </Trans>
    {kept.reason !== 'taken' && kept.at !== null && (
      <>
        , <When value={kept.at} />
      </>
    )}
    {kept.reason !== 'taken' && kept.run !== null && (
      <Trans>
        , run <RunLink run={kept.run} />
      </Trans>
    )}
  </Box>
);

/** The people with something that is not put back, and why. */
export const UndoExceptions = ({ summary }: { readonly summary: UndoSummary }) => {
  const { exceptions, exceptionCount } = summary;
  if (exceptionCount === 0) return null;
  return (
    <Box component="details" sx={{ mt: 1.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        <Trans>
          <Plural value={exceptionCount} one="# user keeps" other="# users keep" /> something that was changed
          since
        </Trans>
      </Box>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t`Exceptions`}
        sx={{ m: 0, mt: 1, pl: 2.5, maxHeight: 260, overflow: 'auto' }}
      >
        {exceptions.map(({ userId, userName, kept }) => (
          <li key={userId}>
            <PageLink to={showAddress('users', userId)}>{userName}</PageLink> ({userId})
            <Box component="ul" sx={{ pl: 2.5 }}>
              {kept.map((one) => (
                <Kept key={one.field} kept={one} />
              ))}
            </Box>
          </li>
        ))}
      </Box>
      {exceptionCount > exceptions.length && (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            The first {grouped(exceptions.length)} are listed; `run undo` in the terminal lists all of them.
          </Trans>
        </Typography>
      )}
    </Box>
  );
};
