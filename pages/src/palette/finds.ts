import { t } from '@lingui/core/macro';

import type { FoundDto } from '../api/openapi';
import type { PageTitle } from '../navigation/use-destinations';
import { listAddress, showAddress, viewAddress } from '../ui/addresses';
import { words } from '../ui/words';

/** One line of the palette. */
export interface Find {
  readonly to: string;
  readonly label: string;
  /** Distinguishes it from others with the same label. */
  readonly detail?: string;
}

export interface FindGroup {
  readonly title: string;
  readonly finds: readonly Find[];
}

/** The pages whose titles have every word of the text. */
export function pagesNamed(text: string, pages: readonly PageTitle[]): FindGroup {
  const wanted = text.toLowerCase().split(/\s+/);
  const named = pages.filter(({ label }) => wanted.every((word) => label.toLowerCase().includes(word)));
  return { title: t`Pages`, finds: named.map(({ to, label }) => ({ to, label })) };
}

/** What the API has found, by kind. */
export function groupsOf(
  { people, runs, submissions, keys, requests, views }: FoundDto,
  pages: readonly PageTitle[],
): FindGroup[] {
  return [
    {
      title: t`People`,
      finds: people.map(({ id, name, email, accountType, accountStatus }) => ({
        to: showAddress('users', id),
        label: name,
        detail: [words(accountType), words(accountStatus), id, email].join(' · '),
      })),
    },
    {
      title: t`Runs`,
      finds: runs.map(({ name }) => ({ to: showAddress('runs', name), label: name })),
    },
    {
      title: t`Submissions`,
      finds: submissions.map(({ submissionId, formType, studentId, status }) => ({
        to: listAddress('queue', { q: submissionId }),
        label: submissionId,
        detail: [words(formType), words(status), studentId].join(' · '),
      })),
    },
    {
      title: t`Keys`,
      finds: keys.map(({ apiKey, label, status }) => ({
        to: showAddress('keys', apiKey),
        label,
        detail: [words(status), apiKey].join(' · '),
      })),
    },
    {
      title: t`Requests`,
      finds: requests.map(({ requestId, method, path, status }) => ({
        to: listAddress('requests', { requestId }),
        label: requestId,
        detail: `${method} ${path} · ${status}`,
      })),
    },
    {
      title: t`Views`,
      finds: views.map(({ id, list, name }) => ({
        to: viewAddress(list, id),
        label: name,
        detail: pages.find(({ to }) => to === `/${list}`)?.label ?? words(list),
      })),
    },
  ];
}
