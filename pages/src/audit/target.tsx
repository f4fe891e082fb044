import Box from '@mui/material/Box';

import { showAddress } from '../ui/addresses';
import { Breakable } from '../ui/breakable';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { partsOf } from './use-label';

/** What an entry is about, as a link where it has a page. */
export const Target = ({ target }: { readonly target: string }) => {
  const [kind, id] = partsOf(target);
  if (kind === 'run' && id !== '') return <RunLink run={id}>{target}</RunLink>;
  if (kind === 'user' && id !== '') return <PageLink to={showAddress('users', id)}>{target}</PageLink>;
  return (
    <Box component="span" sx={{ display: 'inline-block', maxWidth: 190, overflowWrap: 'anywhere' }}>
      <Breakable name={target} />
    </Box>
  );
};
