import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';

import { peopleInWords } from '../holds/model';
import { listWith } from '../ui/list-with';

/** Says that people wait for a decision, when any do. */
export const HeldAlert = ({ people }: { readonly people: number }) => {
  if (people === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      <AlertTitle>De-provisionings are held</AlertTitle>
      {peopleInWords(people)} {people === 1 ? 'stays' : 'stay'} active until somebody decides: more were to
      lose access than the settings allow.{' '}
      <Link component={RouterLink} to={listWith('holds', { status: 'held' })}>
        Decide
      </Link>
    </Alert>
  );
};
