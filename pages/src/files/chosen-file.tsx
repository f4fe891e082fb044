import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { FileHeadDto } from '../api/openapi';
import { PageLoading } from '../ui/page-loading';
import { SelectField } from '../ui/select-field';
import { UnsavedChanges } from '../ui/unsaved-changes';
import { useLeaving } from '../ui/use-leaving';
import { EncodingField, encodingProblem } from './encoding-field';
import { readingOf, type Reading, useKeptMappings } from './kept-mappings';
import { certainRules } from './mapping-rules';
import { MappingSection } from './mapping-section';
import { SenderSection } from './sender-section';
import type { GoTo, Step } from './steps';
import { StepsOfFile } from './steps-of-file';
import { bodyOf, type FileOptions } from './use-file-step';
import { useWords } from './use-words';
import { openWordsOf } from './word-meanings';

/** As much of a file as its header and first rows need. A JSON file and a workbook can only be read whole. */
const HEAD_BYTES = 256 * 1024;
/** With which the zip archive begins that a workbook is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;
const BY_DEFAULT: Reading = { encoding: 'utf-8', blankClears: false, mapping: {} };

/** A file that was chosen; the same one chosen again is another. */
export interface Chosen {
  readonly file: File;
  readonly number: number;
}

/** How the file is read, by choice of the administrator. */
interface Choice extends Reading {
  /** The sender whose kept mapping it began with. */
  readonly sender: string | undefined;
  /** Whether it is kept nowhere else. */
  readonly isOwn: boolean;
}

/** As much of the file as shows its columns and first rows. */
async function headOf(file: File): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, ZIP.length).arrayBuffer());
  const isWhole = file.name.toLowerCase().endsWith('.json') || ZIP.every((byte, at) => start[at] === byte);
  return isWhole ? file : file.slice(0, HEAD_BYTES);
}

/** The beginning of the file as it is read with these options. */
function useHead({ file, number }: Chosen, options: FileOptions) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['file-head', number, options],
    queryFn: async () => {
      const body = await bodyOf(file, options, headOf);
      return (await api.post<FileHeadDto>('files/preview', body)).data;
    },
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
}

interface ChosenFileProps {
  readonly chosen: Chosen;
  /** The step that is shown; what was chosen is kept while another one is. */
  readonly step: Step;
  readonly goTo: GoTo;
  readonly onAnother: () => void;
  /** Leaves a file that is applied. */
  readonly onDone: () => void;
  /** Whether there is a result of its application. */
  readonly isApplied: boolean;
  readonly onApplied: (isApplied: boolean) => void;
  /** Whether the file is applied just now. */
  readonly isApplying: boolean;
  readonly onApplying: (isApplying: boolean) => void;
}

/** The file, from its mapping to its run. */
export const ChosenFile = ({
  chosen,
  step,
  goTo,
  onAnother,
  onDone,
  isApplied,
  onApplied,
  isApplying,
  onApplying,
}: ChosenFileProps) => {
  const { file } = chosen;
  const { name } = file;
  const { kept, keep, remove, error: keptError } = useKeptMappings();
  const [choice, setChoice] = useState<Choice>();
  const [sheet, setSheet] = useState<string>();
  const { leave, question } = useLeaving();
  const source = sheet === undefined ? { name } : { name, sheet };
  const first = useHead(chosen, { name, ...BY_DEFAULT });
  const plain = useHead(chosen, { ...source, ...BY_DEFAULT });
  // A sender whose files cannot be read as UTF-8 must be chosen by hand: until then their columns are not known.
  const fitting = kept?.find(({ columnsHash }) => columnsHash === plain.data?.columnsHash);
  const certain = plain.data === undefined ? {} : certainRules(plain.data);
  const unmapped: Reading = {
    ...BY_DEFAULT,
    mapping: Object.keys(certain).length > 0 ? { columns: certain } : {},
  };
  const begun: Choice = { sender: fitting?.sender, isOwn: false, ...readingOf(fitting ?? unmapped) };
  const { sender, isOwn, ...reading } = choice ?? begun;
  const options: FileOptions = { ...source, ...reading };
  const { data: head, error, isPlaceholderData } = useHead(chosen, options);
  const counted = useWords({ ...chosen, options, head: isPlaceholderData ? undefined : head });
  const isReading = isPlaceholderData || counted.isCounting;
  const openWords =
    counted.words === undefined || head === undefined ? 0 : openWordsOf(counted.words, head, reading.mapping);
  const problem = error ?? keptError ?? counted.error;
  const columnsHash = plain.data?.columnsHash ?? head?.columnsHash;
  const sheets = first.data?.sheets ?? [];
  const isColumns = step === 'columns';
  const isSettled = (kept !== undefined || keptError !== null) && !plain.isLoading;
  const isTooLarge = head !== undefined && file.size > head.limitMiB * 1024 * 1024;
  const change = (changed: Partial<Reading>) => {
    setChoice({ sender, isOwn: true, ...reading, ...changed });
  };
  return (
    <Box hidden={step === 'file'}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2 }}>
        <Box component="strong" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        {step !== 'apply' && (
          <Button disabled={isApplying} onClick={onAnother}>
            <Trans>Choose another file</Trans>
          </Button>
        )}
      </Box>
      {question}
      <UnsavedChanges when={isApplying || (isOwn && !isApplied)} />
      {problem !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {encodingProblem(messageOf(problem)) ?? messageOf(problem)}
        </Alert>
      )}
      {isTooLarge && (
        <Alert severity="error" sx={{ mb: 2 }}>
          <Trans>
            The file is larger than {head.limitMiB} MiB. Send it with the feed command, or in parts.
          </Trans>
        </Alert>
      )}
      {!isSettled && <PageLoading />}
      {isSettled && isColumns && sheets.length > 1 && (
        <SelectField
          label={t`Sheet of the workbook`}
          value={sheet ?? first.data?.sheet ?? ''}
          options={sheets.map((one) => ({ value: one, label: one }))}
          onChange={(one) => {
            leave(() => {
              setSheet(one);
              setChoice(undefined);
            });
          }}
          sx={{ mb: 2, minWidth: 260 }}
        />
      )}
      {isSettled && isColumns && head?.format !== 'ndjson' && (
        <SenderSection
          kept={kept ?? []}
          sender={sender}
          columnsHash={columnsHash}
          terms={head?.terms ?? {}}
          onChoose={(one) => {
            leave(() => {
              setChoice({ sender: one?.sender, isOwn: false, ...readingOf(one ?? unmapped) });
            });
          }}
          onKeep={async (keptFor) => {
            if (columnsHash !== undefined) await keep(keptFor, columnsHash, reading);
            setChoice({ sender: keptFor, isOwn: false, ...reading });
          }}
          onRemove={async (keptFor) => {
            await remove(keptFor);
            setChoice({ sender: undefined, isOwn: true, ...reading });
          }}
        />
      )}
      {isSettled && isColumns && head === undefined && error !== null && (
        <EncodingField
          value={reading.encoding}
          onChange={(encoding) => {
            change({ encoding });
          }}
        />
      )}
      {isSettled && head !== undefined && (
        <>
          {isColumns && (
            <MappingSection
              head={head}
              words={counted.words}
              isReading={isReading}
              certain={certain}
              reading={reading}
              onChange={change}
            />
          )}
          <StepsOfFile
            // A plan holds for the mapping that it was made with.
            key={JSON.stringify(options)}
            file={file}
            options={options}
            step={step}
            goTo={goTo}
            openWords={openWords}
            isMapped={head.missing.length === 0 && error === null && !isTooLarge}
            terms={head.terms}
            isReading={isReading}
            onDone={onDone}
            onApplied={onApplied}
            onApplying={onApplying}
          />
        </>
      )}
    </Box>
  );
};
