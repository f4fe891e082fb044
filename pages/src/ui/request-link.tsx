import { t } from '@lingui/core/macro';

import { listAddress } from './addresses';
import { PageLink } from './page-link';

/** So many characters distinguish the requests of one person. */
const SHOWN = 8;

/** A request ID as a link to the request log. Only its beginning is shown; the tooltip has all of it. */
export const RequestLink = ({ requestId }: { readonly requestId: string }) => (
  <PageLink
    to={listAddress('requests', { requestId })}
    title={requestId}
    aria-label={t`Request ${requestId}`}
    sx={{ whiteSpace: 'nowrap' }}
  >
    {requestId.length <= SHOWN + 1 ? requestId : `${requestId.slice(0, SHOWN)}…`}
  </PageLink>
);
