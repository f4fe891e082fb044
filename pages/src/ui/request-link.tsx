import { t } from '@lingui/core/macro';

import Box from '@mui/material/Box';

import { listAddress } from './addresses';
import { PageLink } from './page-link';

/** So many characters distinguish the requests of one person. */
const SHOWN = 8;

/** A request ID as a link to the request log. Of a long one only the beginning is shown; tooltip and paper have all. */
export const RequestLink = ({ requestId }: { readonly requestId: string }) => (
  <PageLink
    to={listAddress('requests', { requestId })}
    title={requestId}
    aria-label={t`Request ${requestId}`}
    sx={{ whiteSpace: 'nowrap', '@media print': { whiteSpace: 'normal' } }}
  >
    {requestId.length <= SHOWN + 1 ? (
      requestId
    ) : (
      <>
        <Box component="span" sx={{ displayPrint: 'none' }}>
          {requestId.slice(0, SHOWN)}…
        </Box>
        <Box component="span" sx={{ display: 'none', displayPrint: 'inline', overflowWrap: 'anywhere' }}>
          {requestId}
        </Box>
      </>
    )}
  </PageLink>
);
