import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';

import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { peopleInWords } from '../ui/words';

/** Says that people wait for a decision, when any do. */
export const HeldAlert = ({ people }: { readonly people: number }) => {
  if (people === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      <AlertTitle>De-provisionings are held</AlertTitle>
      {peopleInWords(people)} {people === 1 ? 'stays' : 'stay'} active until an administrator decides: more
      people would lose access than the settings allow.{' '}
      <PageLink to={listAddress('holds', { status: 'held' })}>Decide</PageLink>
    </Alert>
  );
};
