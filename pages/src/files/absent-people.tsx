import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { showAddress } from '../ui/addresses';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { grouped } from '../ui/words';
import type { Finish } from './file-lines';

/** Who is not in a file that names everyone, and what becomes of them. */
export const AbsentPeople = ({ finish: { finish, notComplete } }: { readonly finish: Finish }) => {
  if (notComplete !== undefined)
    return (
      <Alert severity="warning" role="note" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        <Trans>People who are not in the file stay as they are.</Trans> {notComplete}
      </Alert>
    );
  if (finish?.absent === undefined || finish.absent === null) return null;
  const { absent, sample } = finish;
  return (
    <Box role="region" aria-label={t`People who are not in the file`} sx={{ mt: 2 }}>
      <DescriptionList
        entries={[
          { label: t`Not in the file`, value: grouped(absent.first + absent.again) },
          { label: t`Of these not yet often enough`, value: grouped(absent.first) },
          { label: t`De-provisioned as absent`, value: grouped(absent.deprovisioned) },
          { label: t`Held as absent`, value: grouped(absent.held) },
        ]}
      />
      <Box component="ul" aria-label={t`Some of the absent people`} sx={{ mt: 1, mb: 0, pl: 2.5 }}>
        {sample.map(({ id, firstName, lastName, legacyNumber }) => (
          <li key={id}>
            <PageLink to={showAddress('users', id)}>
              {firstName} {lastName}
            </PageLink>{' '}
            {legacyNumber ?? id}
          </li>
        ))}
      </Box>
    </Box>
  );
};
