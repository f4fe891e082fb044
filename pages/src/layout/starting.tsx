import { useGetIdentity } from 'react-admin';

import { PageLoading } from '../ui/page-loading';
import { OfflineNote } from './offline-note';

/** Shown until it is known who is logged in. Once it is, the layout has the note. */
export const Starting = () => {
  const { identity } = useGetIdentity({ enabled: false });
  return (
    <>
      {identity === undefined && <OfflineNote />}
      <PageLoading />
    </>
  );
};
