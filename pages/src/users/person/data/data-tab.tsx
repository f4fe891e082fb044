import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useAdminApi } from '../../../api/data-provider';
import type { LegalHoldStateDto, UserWithProvenanceDto } from '../../../api/openapi';
import { PageLoading } from '../../../ui/page-loading';
import { Loaded } from '../../../ui/loaded';
import { Section } from '../../../ui/section';
import { When } from '../../../ui/when';
import { EraseDialog } from './erase-dialog';
import { LegalHoldDialog, RemoveLegalHoldDialog } from './legal-hold-dialogs';

type Asking = 'set' | 'remove' | 'erase';

interface DataTabProps {
  readonly user: UserWithProvenanceDto;
}

const LegalHoldNote = ({ state: { ofTenant, legalHold } }: { readonly state: LegalHoldStateDto }) => {
  if (ofTenant)
    return (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <Trans>The settings keep all data of the university: nothing can be erased.</Trans>
      </Alert>
    );
  if (legalHold === null) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      <Trans>
        A legal hold keeps the data since <When value={legalHold.since} />: {legalHold.reason}
      </Trans>
    </Alert>
  );
};

/** What administrators do with all that is stored about a person: download it, keep it, erase it. */
const DataTab = ({ user }: DataTabProps) => {
  const { id } = user;
  const api = useAdminApi();
  const [asking, setAsking] = useState<Asking>();
  const path = `users/${encodeURIComponent(id)}`;
  const answer = useQuery({
    queryKey: ['users', 'legal-hold', id],
    queryFn: async () => (await api.get<LegalHoldStateDto>(`${path}/legal-hold`)).data,
    retry: false,
  });
  const dialog = {
    userId: id,
    onDone: () => void answer.refetch(),
    onClose: () => {
      setAsking(undefined);
    },
  };
  return (
    <Loaded answer={answer} loading={<PageLoading />}>
      {(state) => (
        <>
          <LegalHoldNote state={state} />
          <Section
            title={t`Download`}
            intro={
              <Trans>
                An archive with everything that is stored about this person, as a page to read and as JSON.
                The audit log says who downloaded it.
              </Trans>
            }
            actions={
              <Button variant="outlined" href={`/api/v1/admin/${path}/export`} download>
                {t`Download the data`}
              </Button>
            }
          />
          <Section
            title={t`Legal hold`}
            intro={<Trans>Keeps the data from being erased, also by age.</Trans>}
            actions={
              <Button
                variant="outlined"
                onClick={() => {
                  setAsking(state.legalHold === null ? 'set' : 'remove');
                }}
              >
                {state.legalHold === null ? t`Set a legal hold` : t`Remove the legal hold`}
              </Button>
            }
          />
          <Section
            title={t`Erase`}
            intro={
              <Trans>
                Deletes everything but the ID, which stays taken. A source that sends the person again is
                refused. It cannot be taken back.
              </Trans>
            }
            actions={
              <Button
                variant="outlined"
                color="error"
                disabled={state.isHeld}
                onClick={() => {
                  setAsking('erase');
                }}
              >
                {t`Erase this person`}
              </Button>
            }
          />
          {asking === 'set' && <LegalHoldDialog {...dialog} />}
          {asking === 'remove' && <RemoveLegalHoldDialog {...dialog} />}
          {asking === 'erase' && <EraseDialog userId={id} name={user.name} onClose={dialog.onClose} />}
        </>
      )}
    </Loaded>
  );
};

export default DataTab;
