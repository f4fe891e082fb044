import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';

import { useAdminApi } from '../../api/data-provider';
import type { ViewDto } from '../../api/openapi';
import { useMay } from '../../api/roles';
import { listAddress, viewAddress } from '../addresses';
import { useFilterValues } from '../list/filter-values';
import { isReady, type OpenedView, viewQuery } from './opened-view';
import { useViewsOf } from './use-views-of';
import { contentOf, isSameContent, type ListDefaults, type ViewContent } from './view-content';
import { ChangeViewDialog, DeleteViewDialog, RenameViewDialog, SaveViewDialog } from './view-dialogs';

type Dialog = 'save' | 'change' | 'rename' | 'delete';

export interface ViewsMenuProps {
  readonly opened: OpenedView;
  readonly defaults: ListDefaults;
}

function usePresentContent(): ViewContent {
  const { sort, perPage } = useListContext();
  return { filters: useFilterValues(), sort, perPage };
}

/** The saved views of a list behind one button, which names the one that is opened and says when it was changed. */
const ViewsMenu = ({ opened, defaults }: ViewsMenuProps) => {
  const { list, view } = opened;
  const content = usePresentContent();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<Dialog>();
  const isChanged = view !== undefined && !isSameContent(content, contentOf(view, defaults));
  const dialogOf = {
    opened,
    content,
    onClose: () => {
      setDialog(undefined);
    },
  };
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        variant={view === undefined ? 'text' : 'outlined'}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
        sx={{ maxWidth: '100%', overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        {view === undefined ? t`Views` : isChanged ? t`${view.name} · changed` : view.name}
      </Button>
      {anchor !== null && (
        <OpenMenu
          anchor={anchor}
          opened={opened}
          isChanged={isChanged}
          onDialog={setDialog}
          onClose={() => {
            setAnchor(null);
          }}
        />
      )}
      {dialog === 'save' && <SaveViewDialog list={list} {...dialogOf} />}
      {view !== undefined && dialog === 'change' && <ChangeViewDialog view={view} {...dialogOf} />}
      {view !== undefined && dialog === 'rename' && <RenameViewDialog view={view} {...dialogOf} />}
      {view !== undefined && dialog === 'delete' && <DeleteViewDialog view={view} {...dialogOf} />}
    </>
  );
};

interface OpenMenuProps {
  readonly anchor: HTMLElement;
  readonly opened: OpenedView;
  readonly isChanged: boolean;
  readonly onDialog: (dialog: Dialog) => void;
  readonly onClose: () => void;
}

const OpenMenu = ({ anchor, opened, isChanged, onDialog, onClose }: OpenMenuProps) => {
  const { list, id, view } = opened;
  const api = useAdminApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const maySave = useMay('operate');
  const { views, note, isPending } = useViewsOf(list);
  const open = (to: string) => {
    onClose();
    void navigate(to);
  };
  const openView = (view: string) => {
    onClose();
    // The list is mounted anew where it waits for a view, and the button of the menu would lose the focus.
    const go = () => navigate(viewAddress(list, view));
    void client.query(viewQuery(api, view)).then(go, go);
  };
  const acts: readonly { readonly label: string; readonly dialog: Dialog; readonly isOffered: boolean }[] = [
    { label: t`Save the changes…`, dialog: 'change', isOffered: isChanged && view?.mayChange === true },
    { label: t`Save as a view…`, dialog: 'save', isOffered: maySave && isReady(opened) },
    { label: t`Rename or share…`, dialog: 'rename', isOffered: view?.mayChange === true },
    { label: t`Delete…`, dialog: 'delete', isOffered: view?.mayChange === true },
  ];
  // The menu gives the focus once, to its first entry; all entries come together, so that it is a view.
  const offered = isPending ? [] : acts.filter(({ isOffered }) => isOffered);
  return (
    <Menu anchorEl={anchor} open onClose={onClose} slotProps={{ list: { 'aria-label': t`Views` } }}>
      {note !== undefined && (
        <MenuItem disabled sx={{ whiteSpace: 'normal' }}>
          {note}
        </MenuItem>
      )}
      {views.map((one) => (
        <MenuItem
          key={one.id}
          selected={one.id === id}
          aria-current={one.id === id ? 'true' : undefined}
          sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', maxWidth: '32rem' }}
          onClick={() => {
            openView(one.id);
          }}
        >
          {nameOf(one)}
        </MenuItem>
      ))}
      {!isPending && <Divider component="li" role="separator" />}
      {id !== undefined && !isPending && (
        <MenuItem
          onClick={() => {
            open(listAddress(list, {}));
          }}
        >
          {t`No view: all rows`}
        </MenuItem>
      )}
      {isChanged && id !== undefined && !isPending && (
        <MenuItem
          onClick={() => {
            open(viewAddress(list, id));
          }}
        >
          {t`Undo the changes`}
        </MenuItem>
      )}
      {offered.map(({ label, dialog }) => (
        <MenuItem
          key={dialog}
          onClick={() => {
            onClose();
            onDialog(dialog);
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
};

function nameOf({ name, isShared, isOwn, ownerLabel }: ViewDto): string {
  if (!isOwn) return t`${name}, shared by ${ownerLabel}`;
  return isShared ? t`${name}, shared` : name;
}

export default ViewsMenu;
