import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';

import { useAdminApi } from '../../api/data-provider';
import type { CreateViewDto, PutViewDto, ViewDto } from '../../api/openapi';
import { listAddress, viewAddress } from '../addresses';
import { ConfirmDialog } from '../confirm-dialog';
import { FormDialog } from '../form-dialog';
import { SelectField } from '../select-field';
import { TextInput } from '../text-input';
import { useSubmit } from '../use-submit';
import { type OpenedView, viewKey, viewQuery } from './opened-view';
import { bodyOf, type ViewContent } from './view-content';

/** The API says which lists can have views. */
type CreateBody = Omit<CreateViewDto, 'list'> & { readonly list: string };
type Audience = 'own' | 'shared';

const AUDIENCES: readonly { readonly value: Audience; readonly label: string }[] = [
  { value: 'own', label: t`For me` },
  { value: 'shared', label: t`For all administrators of this university` },
];

/** Has the pages ask again for what they know of views, this one included, and opens this address. */
function useSettled() {
  const api = useAdminApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to: string, view?: string) => {
    await client.invalidateQueries({ queryKey: ['views'] });
    if (view !== undefined) await client.query(viewQuery(api, view)).catch(() => undefined);
    await navigate(to);
  };
}

/** Changes a view that is opened. What another administrator has saved is read before the next attempt. */
function useChange({ list, tag, reload }: OpenedView) {
  const api = useAdminApi();
  const settled = useSettled();
  return async ({ id }: ViewDto, body: PutViewDto) => {
    try {
      await api.put(`views/${id}`, body, tag);
    } catch (error) {
      reload();
      throw error;
    }
    await settled(viewAddress(list, id), id);
  };
}

interface NameFieldsProps {
  readonly name: string;
  readonly audience: Audience;
  readonly onName: (name: string) => void;
  readonly onAudience: (audience: Audience) => void;
  /** The audience of another administrator's view stays as it is. */
  readonly mayWithdraw?: boolean;
}

const NameFields = ({ name, audience, onName, onAudience, mayWithdraw = true }: NameFieldsProps) => (
  <>
    <TextInput
      label={t`Name`}
      name="name"
      value={name}
      onChange={onName}
      autoFocus
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
    {mayWithdraw && (
      <SelectField
        label={t`Who sees it`}
        name="isShared"
        value={audience}
        options={AUDIENCES}
        onChange={onAudience}
        hint={t`It holds filters alone: everyone sees the rows that their role shows them.`}
      />
    )}
  </>
);

interface SaveViewDialogProps {
  readonly list: string;
  readonly content: ViewContent;
  readonly onClose: () => void;
}

/** Saves what the list shows now under a name. */
export const SaveViewDialog = ({ list, content, onClose }: SaveViewDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const settled = useSettled();
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<Audience>('own');
  const submission = useSubmit(async () => {
    const body: CreateBody = { list, name, isShared: audience === 'shared', ...bodyOf(list, content) };
    const { data } = await api.post<ViewDto>('views', body);
    onClose();
    notify(t`“${data.name}” was saved`, { type: 'success' });
    await settled(viewAddress(list, data.id), data.id);
  });
  return (
    <FormDialog title={t`Save a view`} action={t`Save the view`} submission={submission} onClose={onClose}>
      <Typography>
        <Trans>It keeps the filters, the order and the number of rows of a page as they are now.</Trans>
      </Typography>
      <NameFields name={name} audience={audience} onName={setName} onAudience={setAudience} />
    </FormDialog>
  );
};

interface ViewDialogProps {
  readonly opened: OpenedView;
  readonly view: ViewDto;
  readonly content: ViewContent;
  readonly onClose: () => void;
}

/** Changes the name, and who sees it; what it holds stays. */
export const RenameViewDialog = ({ opened, view, onClose }: ViewDialogProps) => {
  const change = useChange(opened);
  const [name, setName] = useState(view.name);
  const [audience, setAudience] = useState<Audience>(view.isShared ? 'shared' : 'own');
  const submission = useSubmit(async () => {
    const { filters, sort, order, perPage } = view;
    await change(view, { name, isShared: audience === 'shared', filters, sort, order, perPage });
    onClose();
  });
  return (
    <FormDialog title={t`Rename or share`} action={t`Save`} submission={submission} onClose={onClose}>
      {view.ignored.length > 0 && (
        <Typography>
          <Trans>What the list does not take any more is removed from the view.</Trans>
        </Typography>
      )}
      <NameFields
        name={name}
        audience={audience}
        onName={setName}
        onAudience={setAudience}
        mayWithdraw={view.isOwn}
      />
    </FormDialog>
  );
};

/** Has the view hold what the list shows now. */
export const ChangeViewDialog = ({ opened, view, content, onClose }: ViewDialogProps) => {
  const change = useChange(opened);
  const { name, isShared } = view;
  return (
    <ConfirmDialog
      open
      title={t`Save the changes in “${name}”?`}
      confirm={t`Save the changes`}
      onConfirm={() => change(view, { name, isShared, ...bodyOf(opened.list, content) })}
      onClose={onClose}
    >
      <Typography>
        {isShared ? (
          <Trans>All administrators who open it see the list with the present filters from now on.</Trans>
        ) : (
          <Trans>It opens with the present filters from now on.</Trans>
        )}
      </Typography>
    </ConfirmDialog>
  );
};

/** Deletes it. The list keeps the filters that are set. */
export const DeleteViewDialog = ({
  opened: { list, tag, reload },
  view,
  content,
  onClose,
}: ViewDialogProps) => {
  const api = useAdminApi();
  const client = useQueryClient();
  const settled = useSettled();
  return (
    <ConfirmDialog
      open
      danger
      title={t`Delete “${view.name}”?`}
      confirm={t`Delete`}
      onConfirm={async () => {
        await api.remove(`views/${view.id}`, tag).catch((error: unknown) => {
          reload();
          throw error;
        });
        const set = Object.entries(content.filters).flatMap(([filter, value]) =>
          value === undefined ? [] : [[filter, value] as const],
        );
        await settled(listAddress(list, Object.fromEntries(set)));
        client.removeQueries({ queryKey: viewKey(view.id) });
      }}
      onClose={onClose}
    >
      <Typography>
        {view.isShared ? (
          <Trans>Links to it say that there is no such view, for all administrators.</Trans>
        ) : (
          <Trans>Links to it say that there is no such view.</Trans>
        )}
      </Typography>
    </ConfirmDialog>
  );
};
