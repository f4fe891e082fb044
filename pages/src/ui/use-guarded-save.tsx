import { type ReactNode, useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { isRefusal } from '../api/http';
import type { AuditEventDto } from '../api/openapi';
import { ChangedMeanwhile, type Choice } from './changed-meanwhile';
import { type Difference, differencesOf } from './difference';
import { isSame, rebase } from './rebase';
import type { Edited } from './use-edited';
import { fieldWords } from './words';

interface Guarded<A, F> {
  readonly edited: Edited<A, F>;
  readonly formOf: (stored: A) => F;
  /** What is stored now. */
  readonly read: () => Promise<A>;
  /** Saves the form, if what is stored is still this. */
  readonly save: (form: F, begun: A) => Promise<void>;
  /** Where two forms differ, in the words of the page; by default its fields, each by its name. */
  readonly differences?: (theirs: F, mine: F) => readonly Difference[];
  /** Of a difference that has no label. */
  readonly labelOf?: (field: string) => string;
  /** The entries of the audit log about such changes. */
  readonly changes: { readonly action: string; readonly target?: string };
}

interface Question {
  readonly differences: readonly Difference[];
  readonly change: AuditEventDto | undefined;
  readonly answer: (choice: Choice | undefined) => void;
}

/**
 * Saves a form. When another administrator has changed what is stored since the form began, it shows the fields that
 * both have changed and asks whose values are to stay; a field that only one of them has changed keeps that change.
 * @returns `save` rejects when nothing was saved; `question` is to be shown beside the form
 */
export function useGuardedSave<A, F extends object>(
  guarded: Guarded<A, F>,
): {
  readonly save: () => Promise<void>;
  readonly question: ReactNode;
} {
  const api = useAdminApi();
  const [asked, setAsked] = useState<Question>();
  const { edited, formOf, read, differences = differencesOf, labelOf = fieldWords, changes } = guarded;
  const choose = async (found: readonly Difference[]) => {
    const change = await api
      .get<AuditEventDto[]>('audit', { ...changes, sort: 'at', order: 'DESC', perPage: 1 })
      .then(({ data }) => data[0])
      .catch(() => undefined);
    return new Promise<Choice | undefined>((resolve) => {
      const answer = (choice: Choice | undefined) => {
        setAsked(undefined);
        resolve(choice);
      };
      setAsked({ differences: found, change, answer });
    });
  };
  const save = async (form: F, begun: A): Promise<void> => {
    try {
      await guarded.save(form, begun);
    } catch (error) {
      if (!isRefusal(error, 'PRECONDITION_FAILED')) throw error;
      const stored = await read();
      const [base, theirs] = [formOf(begun), formOf(stored)];
      const mine = rebase(base, form, theirs);
      const taken = rebase(base, form, theirs, 'stored');
      // What only one of both has changed is the same in both forms, and is no question.
      const found = differences(taken, mine);
      const choice = found.length === 0 ? 'mine' : await choose(found);
      if (choice === undefined) throw error;
      const values = choice === 'mine' ? mine : taken;
      edited.continueWith(stored, form, values);
      if (!isSame(values, theirs)) await save(values, stored);
    }
  };
  return {
    save: () => save(edited.form, edited.begun),
    question: asked && (
      <ChangedMeanwhile
        differences={asked.differences}
        change={asked.change}
        labelOf={labelOf}
        onChoose={asked.answer}
      />
    ),
  };
}
