import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate, useParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';
import type { FieldLinkDto, MappingDto, MappingMetaDto, PutMappingDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { LinksForm } from './links-form';

function useMapping(formType: string) {
  const api = useAdminApi();
  const path = `mappings/${encodeURIComponent(formType)}`;
  const stored = {
    queryKey: ['mappings', 'one', formType],
    queryFn: () => api.get<MappingDto, MappingMetaDto>(path),
  };
  const answer = useQuery({
    ...stored,
    retry: false,
    // The form begins with what is stored now, and keeps it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const client = useQueryClient();
  const read = () => client.query(stored);
  const changed = () => client.invalidateQueries({ queryKey: ['mappings'] });
  const save = async (links: readonly FieldLinkDto[], ifMatch?: string) => {
    const body: PutMappingDto = { links: [...links] };
    await api.put(path, body, ifMatch);
    await changed();
  };
  const reset = async () => {
    await api.remove(path, answer.data?.tag);
    await changed();
  };
  return { answer, read, save, reset };
}

const ResetToDefault = ({
  formType,
  onConfirm,
}: {
  readonly formType: string;
  readonly onConfirm: () => Promise<void>;
}) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Trans>Reset to the default</Trans>
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title={t`Reset to the default mapping?`}
        confirm={t`Reset to the default`}
        onConfirm={onConfirm}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>
          <Trans>
            The links of {formType} are removed, and the default mapping applies to its submissions from now
            on.
          </Trans>
        </Typography>
      </ConfirmDialog>
    </>
  );
};

const Edit = () => {
  const { id: formType = '' } = useParams();
  const { answer, read, save, reset } = useMapping(formType);
  const notify = useNotify();
  const navigate = useNavigate();
  const done = (message: string) => {
    notify(message, { type: 'success' });
    void navigate('/mappings');
  };
  return (
    <RowPage
      list={{ to: '/mappings', label: t`Mappings` }}
      title={t`Mapping of ${formType}`}
      answer={answer}
      actions={({ data: mapping }) =>
        !mapping.isDefault && (
          <IfMay act="administer">
            <ResetToDefault
              formType={formType}
              onConfirm={async () => {
                await reset();
                done(t`The default mapping applies again`);
              }}
            />
          </IfMay>
        )
      }
    >
      {(stored) => (
        <Section
          title={t`Links`}
          intro={
            stored.data.isDefault
              ? t`These are the default links. When you save, this form type gets a mapping of its own.`
              : t`A form field without a link is part of the envelope, but is not compared with the record.`
          }
        >
          <LinksForm
            stored={stored}
            read={read}
            save={async (links, ifMatch) => {
              await save(links, ifMatch);
              done(t`The mapping is saved`);
            }}
          />
        </Section>
      )}
    </RowPage>
  );
};
export default Edit;
