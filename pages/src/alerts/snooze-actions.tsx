import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { AlertDto, SnoozeAlertDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { ATTENTION } from '../layout/use-attention';
import { FormDialog } from '../ui/form-dialog';
import { NoteInput, noteIn } from '../ui/note-input';
import { optionsOf } from '../ui/options';
import { RowMenu } from '../ui/row-menu';
import { SelectField } from '../ui/select-field';
import { useSubmit } from '../ui/use-submit';
import { alertWords } from './kinds';

type Length = SnoozeAlertDto['length'];

const LENGTHS: Readonly<Record<Length, string>> = {
  hour: t`For an hour`,
  tomorrow: t`Until 8:00 tomorrow, in the time zone of the university`,
  week: t`For a week`,
};

interface SnoozeDialogProps {
  readonly alert: AlertDto;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const SnoozeDialog = ({ alert, onDone, onClose }: SnoozeDialogProps) => {
  const api = useAdminApi();
  const [length, setLength] = useState<Length>('tomorrow');
  const [note, setNote] = useState('');
  const submission = useSubmit(async () => {
    const body: SnoozeAlertDto = { length, ...noteIn(note) };
    await api.post<AlertDto>(`alerts/${alert.id}/snooze`, body);
    onClose();
    onDone();
  });
  return (
    <FormDialog
      title={t`Snooze “${alertWords(alert)}”?`}
      action={t`Snooze`}
      submission={submission}
      onClose={onClose}
    >
      <SelectField
        label={t`How long`}
        name="length"
        value={length}
        options={optionsOf(LENGTHS)}
        onChange={setLength}
        hint={t`It is not counted in the menu nor by monitoring, and no message is sent until it is over.`}
      />
      <NoteInput
        value={note}
        onChange={setNote}
        hint={t`Optional; shown to other administrators and kept in the audit log`}
      />
    </FormDialog>
  );
};

/** Silences an open alert for a while, or ends that. */
export const SnoozeActions = ({ alert }: { readonly alert: AlertDto }) => {
  const [open, setOpen] = useState(false);
  const api = useAdminApi();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const notify = useNotify();
  const mayOperate = useMay('operate');
  if (!mayOperate || alert.endedAt !== null) return null;
  const done = (message: string) => {
    notify(message, { type: 'success' });
    refresh();
    void queries.invalidateQueries({ queryKey: ATTENTION });
  };
  const wake = async () => {
    await api.post<AlertDto>(`alerts/${alert.id}/wake`);
    done(t`The alert is awake`);
  };
  return (
    <>
      <RowMenu
        of={alertWords(alert)}
        actions={[
          {
            label: alert.snoozed === null ? t`Snooze` : t`Snooze for another time`,
            onChoose: () => {
              setOpen(true);
            },
          },
          ...(alert.snoozed === null
            ? []
            : [
                {
                  label: t`Wake`,
                  onChoose: () => {
                    wake().catch((error: unknown) => {
                      notify(messageOf(error), { type: 'error' });
                    });
                  },
                },
              ]),
        ]}
      />
      {open && (
        <SnoozeDialog
          alert={alert}
          onDone={() => {
            done(t`The alert is snoozed`);
          }}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
