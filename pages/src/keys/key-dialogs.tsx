import { createContext, type ReactNode, useContext, useState } from 'react';
import { useRefresh } from 'react-admin';

import type { ApiKeyDto, IssuedHandoverDto, IssuedKeyDto } from '../api/openapi';
import { CreateKeyDialog } from './create-key-dialog';
import { HandoverDialog, HandoverMadeDialog } from './handover-dialog';
import { IssuedKeyDialog } from './issued-key-dialog';
import { RevokeDialog } from './revoke-dialog';
import { RotateDialog } from './rotate-dialog';

type OpenDialog =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'rotate' | 'revoke' | 'handover'; readonly key: ApiKeyDto };

const OpenDialogContext = createContext<(open: OpenDialog) => void>(() => undefined);

/** Opens a dialog of the {@link KeyDialogs} that contain the component. */
export function useKeyDialogs() {
  return useContext(OpenDialogContext);
}

/** The dialogs of the pages of keys. Outside the list, so that a new secret stays shown when the list is reloaded. */
export const KeyDialogs = ({ children }: { readonly children: ReactNode }) => {
  const [open, setOpen] = useState<OpenDialog>();
  const [issued, setIssued] = useState<IssuedKeyDto>();
  const [handover, setHandover] = useState<IssuedHandoverDto>();
  const refresh = useRefresh();
  const close = () => {
    setOpen(undefined);
  };
  const show = (key: IssuedKeyDto) => {
    setIssued(key);
    refresh();
  };
  return (
    <OpenDialogContext value={setOpen}>
      {children}
      {open?.dialog === 'create' && <CreateKeyDialog onClose={close} onIssued={show} />}
      {open?.dialog === 'rotate' && <RotateDialog apiKey={open.key} onClose={close} onIssued={show} />}
      {open?.dialog === 'revoke' && <RevokeDialog apiKey={open.key} onClose={close} onRevoked={refresh} />}
      {issued !== undefined && (
        <IssuedKeyDialog
          issued={issued}
          onClose={() => {
            setIssued(undefined);
          }}
          onHandOver={() => {
            setOpen({ dialog: 'handover', key: issued });
            setIssued(undefined);
          }}
        />
      )}
      {open?.dialog === 'handover' && (
        <HandoverDialog
          apiKey={open.key}
          onClose={close}
          onMade={(made) => {
            setHandover(made);
            refresh();
          }}
        />
      )}
      {handover !== undefined && (
        <HandoverMadeDialog
          handover={handover}
          onClose={() => {
            setHandover(undefined);
          }}
        />
      )}
    </OpenDialogContext>
  );
};
