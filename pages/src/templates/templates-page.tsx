import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ProgramDto, TemplateDto } from '../api/openapi';
import { ErrorState } from '../ui/error-state';
import type { Row } from '../ui/list/types';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { ALL_PROGRAMS } from './all-programs';
import { useLeaving } from '../ui/use-leaving';
import { TemplateEditor } from './template-editor';

const MOST_PROGRAMS = 1_000;

/** The milestones with which students of a program begin. */
const TemplatesPage = () => {
  const api = useAdminApi();
  const [programId, setProgramId] = useState(ALL_PROGRAMS);
  const programs = useQuery({
    queryKey: ['programs', 'all'],
    queryFn: async () => {
      const { data } = await api.getList<Row<ProgramDto>>('programs', {
        pagination: { page: 1, perPage: MOST_PROGRAMS },
        sort: { field: 'name', order: 'ASC' },
        filter: {},
      });
      return data;
    },
    retry: false,
  });
  const template = useQuery({
    queryKey: ['template', programId],
    queryFn: () => api.get<TemplateDto>(`templates/${encodeURIComponent(programId)}`),
    retry: false,
    // The form begins with what is stored now, and keeps it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { leave, question } = useLeaving();
  const failed = programs.error ?? template.error;
  return (
    <Page
      title={t`Milestones`}
      intro={
        <Trans>
          The milestones with which students of a program begin. Students who already have milestones keep
          theirs.
        </Trans>
      }
    >
      <Section title={t`Template`}>
        <SelectField
          label={t`Program`}
          value={programId}
          options={[
            { value: ALL_PROGRAMS, label: t`All programs without a template of their own` },
            ...(programs.data ?? []).map((program) => ({ value: program.programId, label: program.name })),
          ]}
          onChange={(chosen) => {
            leave(() => {
              setProgramId(chosen);
            });
          }}
          sx={{ mb: 2, maxWidth: 480 }}
        />
        {question}
        {failed !== null && <ErrorState error={failed} />}
        {template.data !== undefined && (
          <TemplateEditor key={programId} programId={programId} stored={template.data} />
        )}
      </Section>
    </Page>
  );
};

export default TemplatesPage;
