import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import Box from '@mui/material/Box';

import type { RunFinishDto } from '../api/openapi';
import { showAddress } from './addresses';
import { DescriptionList } from './description-list';
import { PageLink } from './page-link';
import { grouped } from './words';

/** How many people a complete run does not name, what becomes of them, and some of them. */
export const AbsentPeople = ({ absent, sample }: Pick<RunFinishDto, 'absent' | 'sample'>) => {
  if (absent === null) return null;
  const { first, again, deprovisioned, held } = absent;
  const left = first + again - sample.length;
  const counts = [
    [t`Absent`, first + again],
    [t`Of these not yet often enough`, first],
    [t`De-provisioned as absent`, deprovisioned],
    [t`Held as absent`, held],
    [t`Kept active by an administrator`, again - deprovisioned - held],
  ] as const;
  return (
    <Box role="region" aria-label={t`Absent people`} sx={{ mt: 2 }}>
      <DescriptionList entries={counts.map(([label, count]) => ({ label, value: grouped(count) }))} />
      {sample.length > 0 && (
        <Box component="ul" aria-label={t`Some of the absent people`} sx={{ mt: 2, mb: 0, pl: 2.5 }}>
          {sample.map(({ id, firstName, lastName, legacyNumber }) => (
            <li key={id}>
              <PageLink to={showAddress('users', id)}>
                {firstName} {lastName}
              </PageLink>{' '}
              {legacyNumber ?? id}
            </li>
          ))}
          {left > 0 && (
            <li>
              <Plural value={left} one="and # more" other="and # more" />
            </li>
          )}
        </Box>
      )}
    </Box>
  );
};
