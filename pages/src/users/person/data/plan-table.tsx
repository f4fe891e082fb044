import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ErasurePlanDto } from '../../../api/openapi';
import { keysOf } from '../../../ui/options';
import { kindsIn } from './kinds-of-data';

type Planned = ErasurePlanDto['tables'][number];

const FATES: Readonly<Record<Planned['fate'], string>> = {
  erased: t`Erased`,
  overwritten: t`Stays without what is personal`,
  kept: t`Stays, with the ID alone`,
};

/** What is stored about a person, in words, by what becomes of it. */
export const PlanTable = ({ tables }: { readonly tables: readonly Planned[] }) => (
  <Box
    tabIndex={0}
    role="region"
    aria-label={t`What would be erased`}
    sx={{ maxHeight: 360, overflowY: 'auto' }}
  >
    {keysOf(FATES).map((fate) => (
      <Kinds key={fate} title={FATES[fate]} tables={tables.filter((one) => one.fate === fate)} />
    ))}
  </Box>
);

const Kinds = ({ title, tables }: { readonly title: string; readonly tables: readonly Planned[] }) => {
  if (tables.length === 0) return null;
  return (
    <>
      <Typography variant="h3">{title}</Typography>
      <Box component="ul" sx={{ mt: 0.5, mb: 1.5, pl: 3 }}>
        {kindsIn(tables).map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </Box>
    </>
  );
};
