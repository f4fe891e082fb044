import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { ALL_PROGRAMS } from '../api/kinds';
import { ErrorState } from '../ui/error-state';
import { Section } from '../ui/section';
import { TemplateEditor } from './template-editor';
import type { Template } from './template-rows';

interface Program extends RaRecord {
  readonly programId: string;
  readonly name: string;
}

const MOST_PROGRAMS = 1_000;

/** The milestones with which students of a program begin. */
export const TemplatesSection = () => {
  const api = useAdminApi();
  const [programId, setProgramId] = useState(ALL_PROGRAMS);
  const programs = useQuery({
    queryKey: ['programs', 'all'],
    queryFn: async () => {
      const wish = {
        pagination: { page: 1, perPage: MOST_PROGRAMS },
        sort: { field: 'name', order: 'ASC' as const },
      };
      return (await api.getList<Program>('programs', { ...wish, filter: {} })).data;
    },
    retry: false,
  });
  const template = useQuery({
    queryKey: ['template', programId],
    queryFn: async () => (await api.get<Template>(`templates/${encodeURIComponent(programId)}`)).data,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const failed = programs.error ?? template.error;
  return (
    <Section
      title="Milestone templates"
      intro="The milestones with which students of a program begin. Students who have milestones keep theirs."
    >
      <TextField
        select
        label="Program"
        value={programId}
        onChange={(event) => {
          setProgramId(event.target.value);
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2, maxWidth: 480 }}
      >
        <option value={ALL_PROGRAMS}>All programs without a template of their own</option>
        {programs.data?.map((program) => (
          <option key={program.programId} value={program.programId}>
            {program.name}
          </option>
        ))}
      </TextField>
      {failed !== null && <ErrorState error={failed} />}
      {template.data !== undefined && (
        <TemplateEditor
          key={`${programId}-${template.dataUpdatedAt}`}
          programId={programId}
          template={template.data}
          onSaved={() => {
            void template.refetch();
          }}
        />
      )}
    </Section>
  );
};
