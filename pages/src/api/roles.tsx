import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useGetIdentity } from 'react-admin';

import type { AdministratorDto } from './openapi';

export type AdministrationRole = AdministratorDto['role'];

export const ROLES: Readonly<
  Record<AdministrationRole, { readonly label: string; readonly stored: string; readonly hint: string }>
> = {
  administrator: {
    label: t`Administrator`,
    stored: 'application_admin',
    hint: t`Everything, keys and other administrators included`,
  },
  operator: {
    label: t`Operator`,
    stored: 'application_operator',
    hint: t`Sync queue, discrepancies, held de-provisionings and conflicts; no keys`,
  },
  auditor: {
    label: t`Auditor`,
    stored: 'application_auditor',
    hint: t`Reads everything and changes nothing`,
  },
};

const NAMES = Object.keys(ROLES) as readonly AdministrationRole[];

/** What a user's role opens; undefined when it opens none of these pages. */
export function administrationRoleOf(role: unknown): AdministrationRole | undefined {
  return NAMES.find((name) => ROLES[name].stored === role);
}

/** What a user may do. The API decides; the pages only leave out what it would refuse. */
const ACTS = {
  /** Change keys, administrators, settings and people. */
  administer: ['administrator'],
  /** Work on the queue, discrepancies, holds and conflicts. */
  operate: ['administrator', 'operator'],
  /** See keys, administrators and the audit log. */
  audit: ['administrator', 'auditor'],
} as const satisfies Readonly<Record<string, readonly AdministrationRole[]>>;
export type Act = keyof typeof ACTS;

export function mayDo(role: AdministrationRole | undefined, act: Act): boolean {
  const allowed: readonly AdministrationRole[] = ACTS[act];
  return role !== undefined && allowed.includes(role);
}

export function useRole(): AdministrationRole | undefined {
  const { identity } = useGetIdentity();
  return administrationRoleOf(identity?.['role']);
}

export function useMay(act: Act): boolean {
  return mayDo(useRole(), act);
}

/** Shown to those who may do it. */
export const IfMay = ({ act, children }: { readonly act: Act; readonly children: ReactNode }) =>
  useMay(act) ? children : null;
