import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useGetIdentity, useRefresh } from 'react-admin';

import type { AdministratorDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { RowMenu } from '../ui/row-menu';
import { ChangeRoleDialog, RemoveFactorsDialog, RemoveRoleDialog } from './role-dialog';

const DIALOGS = { change: ChangeRoleDialog, remove: RemoveRoleDialog, factors: RemoveFactorsDialog };

/** What an administrator does with a colleague; nothing with themselves. */
export const PersonActions = ({ person }: { readonly person: AdministratorDto }) => {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const refresh = useRefresh();
  const { identity } = useGetIdentity();
  const mayAdminister = useMay('administer');
  if (identity?.id === person.userId) return t`You`;
  if (!mayAdminister) return null;
  const Dialog = open === undefined ? undefined : DIALOGS[open];
  const choose = (dialog: keyof typeof DIALOGS) => () => {
    setOpen(dialog);
  };
  return (
    <>
      <RowMenu
        of={`${person.firstName} ${person.lastName}`}
        actions={[
          { label: t`Change the role`, onChoose: choose('change') },
          ...(person.hasSecondFactor
            ? [{ label: t`Remove the second factors`, onChoose: choose('factors') }]
            : []),
          { label: t`Remove the role`, danger: true, onChoose: choose('remove') },
        ]}
      />
      {Dialog !== undefined && (
        <Dialog
          person={person}
          onDone={refresh}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
};
