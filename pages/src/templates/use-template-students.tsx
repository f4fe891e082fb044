import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { TemplateDto, TemplateRenamesDto, TemplateStudentsDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Loaded } from '../ui/loaded';
import type { MilestoneCounts } from './milestone-students';
import type { Row } from './template-rows';

const POLL_MS = 1_000;

/** A milestone with the name that students get. */
interface NamedMilestone {
  readonly code: string;
  readonly name: string;
}

interface TemplateStudents {
  /** Undefined until they are counted. */
  readonly counts: TemplateStudentsDto | undefined;
  readonly of: (row: Row) => MilestoneCounts | undefined;
  /** Counts again, and asks about those of these milestones that students have under another name. */
  readonly askAbout: (codes: readonly string[]) => Promise<void>;
  readonly ask: (milestones: readonly MilestoneCounts[]) => void;
  readonly question: ReactNode;
}

type Renames = TemplateRenamesDto['milestones'];

function isRunning({ rename }: Pick<MilestoneCounts, 'rename'>): boolean {
  return rename?.finishedAt === null;
}

/** The counts as they were, with how far the renames are now. */
function withRenames(counts: TemplateStudentsDto, renames: Renames): TemplateStudentsDto {
  const milestones = counts.milestones.map((one) => ({
    ...one,
    rename: renames.find(({ code }) => code === one.code)?.rename ?? one.rename,
  }));
  return { ...counts, milestones };
}

/** The students of a template, counted again when a rename of a milestone of theirs has ended. */
function useCounts(programId: string, path: string) {
  const api = useAdminApi();
  const client = useQueryClient();
  const queryKey = ['template-students', programId];
  const counts = useQuery({
    queryKey,
    queryFn: async () => (await api.get<TemplateStudentsDto>(`${path}/students`)).data,
    retry: false,
    gcTime: 0,
  });
  const { data, refetch } = counts;
  // Counting reads the milestones of all students: while a rename runs, only how far it is is asked for.
  useQuery({
    queryKey: ['template-renames', programId],
    queryFn: async () => {
      const { milestones } = (await api.get<TemplateRenamesDto>(`${path}/renames`)).data;
      if (milestones.some(isRunning))
        client.setQueryData<TemplateStudentsDto>(
          queryKey,
          (known) => known && withRenames(known, milestones),
        );
      else await refetch();
      return milestones;
    },
    enabled: data?.milestones.some(isRunning) === true,
    refetchInterval: POLL_MS,
    retry: false,
    gcTime: 0,
  });
  return counts;
}

/** The students of a template, and the question whether their milestones are renamed. */
export function useTemplateStudents(programId: string): TemplateStudents {
  const api = useAdminApi();
  const notify = useNotify();
  const path = `templates/${encodeURIComponent(programId)}`;
  const { data: counts, refetch } = useCounts(programId, path);
  const [asked, setAsked] = useState<readonly MilestoneCounts[]>([]);
  const rename = async (milestones: readonly NamedMilestone[]) => {
    for (const { code, name } of milestones)
      await api.post<TemplateStudentsDto>(`${path}/rename`, { code, name });
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

interface RenamedMilestoneProps {
  readonly name: string;
  readonly counts: MilestoneCounts;
}

const RenamedMilestone = ({ name, counts: { underOtherNames, otherNames } }: RenamedMilestoneProps) => {
  const former = otherNames.map((one) => `“${one.name}”`).join(', ');
  return (
    <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
      <Plural
        value={underOtherNames}
        one={`# student has it as ${former}. It becomes “${name}”.`}
        other={`# students have it as ${former}. It becomes “${name}”.`}
      />
    </Typography>
  );
};

interface RenameQuestionProps {
  readonly path: string;
  readonly milestones: readonly MilestoneCounts[];
  readonly onConfirm: (milestones: readonly NamedMilestone[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks whether students who have milestones under other names get the new ones. */
const RenameQuestion = ({ path, milestones, onConfirm, onClose }: RenameQuestionProps) => {
  const api = useAdminApi();
  // The names that are stored, not those that are typed.
  const stored = useQuery({
    queryKey: ['template-names', path],
    queryFn: async () => (await api.get<TemplateDto>(path)).data.milestones,
    retry: false,
    gcTime: 0,
  });
  const [first, ...more] = milestones;
  const students = first?.underOtherNames ?? 0;
  const ofOne = plural(students, { one: 'Rename for # student', other: 'Rename for # students' });
  const named = (stored.data ?? []).flatMap(({ code, name }) =>
    milestones.filter((one) => one.code === code).map((counts) => ({ code, name, counts })),
  );
  const confirm = async () => {
    try {
      await onConfirm(named);
    } catch (error) {
      // It is refused when a name was changed meanwhile: the question is asked again, about that one.
      await stored.refetch();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      open
      title={t`Rename for students who have it?`}
      // A student may have several of them.
      confirm={more.length === 0 ? ofOne : t`Rename all of them`}
      isReady={named.length > 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Loaded
        answer={stored}
        loading={
          <Skeleton role="status" aria-label={t`Loading`} variant="rounded" height={48} sx={{ mb: 1 }} />
        }
      >
        {() =>
          named.map(({ code, name, counts }) => <RenamedMilestone key={code} name={name} counts={counts} />)
        }
      </Loaded>
      <Typography>
        {more.length === 0 ? (
          <Trans>Only the name changes: code, state and dates stay. It is one entry of the audit log.</Trans>
        ) : (
          <Trans>
            Only the names change: codes, states and dates stay. The audit log has one entry for each
            milestone.
          </Trans>
        )}
      </Typography>
    </ConfirmDialog>
  );
};
