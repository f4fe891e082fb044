import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { UserDto } from '../api/openapi';
import { readFileLines } from './file-lines';
import type { OwnMapping } from './mapping-rules';

/** How the file is read, and the run that it belongs to. */
export interface FileOptions {
  readonly name: string;
  readonly encoding: string;
  readonly blankClears: boolean;
  readonly mapping: OwnMapping;
  /** Of a workbook. */
  readonly sheet?: string;
  readonly run?: string;
  readonly complete?: CompleteFile;
}

/** That the file names everyone of these account types who is active. */
export interface CompleteFile {
  readonly accountTypes: readonly UserDto['accountType'][];
  /** As it was typed, where it is no number. */
  readonly absentRuns: number | string | null;
}

/**
 * The body of a call: a line with the options, and behind it the file.
 * @param partOf what is sent of the file; all of it by default
 * @throws {Error} when the file is no longer what was chosen
 */
export async function bodyOf(
  file: File,
  options: FileOptions,
  partOf: (file: File) => Promise<Blob> = (whole) => Promise.resolve(whole),
): Promise<Blob> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new Error(t`The file was changed or moved since it was chosen; choose it again.`);
  }
  return new Blob([JSON.stringify(options), '\n', await partOf(file)]);
}

interface State<S> {
  readonly summary: S | undefined;
  readonly isBusy: boolean;
  /** Rows so far. */
  readonly rows: number;
}

interface Step<S> extends State<S> {
  /** Rejects when it failed. */
  readonly begin: (options: FileOptions) => Promise<void>;
  /** Forgets what the step has found. */
  readonly reset: () => void;
}

const NOTHING = { summary: undefined, isBusy: false, rows: 0 };

/** The plan of a file, or its application; its connection is closed when the page is left. */
export function useFileStep<S>(file: File, step: 'plan' | 'apply'): Step<S> {
  const api = useAdminApi();
  const [state, setState] = useState<State<S>>(NOTHING);
  const abort = useRef<AbortController>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
    },
    [],
  );
  const begin = useCallback(
    async (options: FileOptions) => {
      const controller = new AbortController();
      abort.current?.abort();
      abort.current = controller;
      const { signal } = controller;
      setState({ ...NOTHING, isBusy: true });
      try {
        const lines = await api.lines('POST', `files/${step}`, { body: await bodyOf(file, options), signal });
        const summary = await readFileLines<S>(lines, (rows) => {
          setState((before) => ({ ...before, rows }));
        });
        if (!signal.aborted) setState({ ...NOTHING, summary });
      } catch (error) {
        if (signal.aborted) return;
        setState(NOTHING);
        throw error;
      }
    },
    [api, file, step],
  );
  const reset = useCallback(() => {
    abort.current?.abort();
    setState(NOTHING);
  }, []);
  return { ...state, begin, reset };
}
