import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { TemplateDto, TemplateStudentsDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { MilestoneCounts } from './milestone-students';
import type { Row } from './template-rows';

const POLL_MS = 1_000;

interface TemplateStudents {
  /** Undefined until they are counted. */
  readonly counts: TemplateStudentsDto | undefined;
  readonly of: (row: Row) => MilestoneCounts | undefined;
  /** Counts again, and asks about those of these milestones that students have under another name. */
  readonly askAbout: (codes: readonly string[]) => Promise<void>;
  readonly ask: (milestones: readonly MilestoneCounts[]) => void;
  readonly question: ReactNode;
}

/** The students of a template, counted again while a milestone of theirs is renamed. */
export function useTemplateStudents(programId: string): TemplateStudents {
  const api = useAdminApi();
  const notify = useNotify();
  const path = `templates/${encodeURIComponent(programId)}`;
  const { data: counts, refetch } = useQuery({
    queryKey: ['template-students', programId],
    queryFn: async () => (await api.get<TemplateStudentsDto>(`${path}/students`)).data,
    refetchInterval: ({ state }) =>
      state.data?.milestones.some(({ rename }) => rename?.finishedAt === null) === true ? POLL_MS : false,
    retry: false,
    gcTime: 0,
  });
  const [asked, setAsked] = useState<readonly MilestoneCounts[]>([]);
  const rename = async () => {
    for (const { code } of asked) await api.post<TemplateStudentsDto>(`${path}/rename`, { code });
    await refetch();
    notify(t`The milestone is renamed for them in the background`, { type: 'success' });
  };
  return {
    counts,
    of: ({ code }) => counts?.milestones.find((one) => one.code === code),
    askAbout: async (codes) => {
      const { data } = await refetch();
      const others = data?.milestones.filter(({ underOtherNames }) => underOtherNames > 0) ?? [];
      setAsked(others.filter(({ code }) => codes.includes(code)));
    },
    ask: setAsked,
    question: asked.length > 0 && (
      <RenameQuestion
        path={path}
        milestones={asked}
        onConfirm={rename}
        onClose={() => {
          setAsked([]);
        }}
      />
    ),
  };
}

interface RenameQuestionProps {
  readonly path: string;
  readonly milestones: readonly MilestoneCounts[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks whether students who have milestones under other names get the new ones. */
const RenameQuestion = ({ path, milestones, onConfirm, onClose }: RenameQuestionProps) => {
  const api = useAdminApi();
  // The names that are stored, not those that are typed.
  const { data } = useQuery({
    queryKey: ['template-names', path],
    queryFn: async () => (await api.get<TemplateDto>(path)).data.milestones,
    gcTime: 0,
  });
  const [first, ...more] = milestones;
  const students = first?.underOtherNames ?? 0;
  const ofOne = plural(students, { one: 'Rename for # student', other: 'Rename for # students' });
  return (
    <ConfirmDialog
      open
      title={t`Rename for students who have it?`}
      // A student may have several of them.
      confirm={more.length === 0 ? ofOne : t`Rename all of them`}
      isReady={data !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {milestones.map(({ code, underOtherNames, otherNames }) => {
        const former = otherNames.map(({ name }) => `“${name}”`).join(', ');
        const name = data?.find((one) => one.code === code)?.name ?? code;
        return (
          <Typography key={code} sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            <Plural
              value={underOtherNames}
              one={`# student has it as ${former}. It becomes “${name}”.`}
              other={`# students have it as ${former}. It becomes “${name}”.`}
            />
          </Typography>
        );
      })}
      <Typography>
        <Trans>Only the name changes: code, state and dates stay. It is one entry of the audit log.</Trans>
      </Typography>
    </ConfirmDialog>
  );
};
