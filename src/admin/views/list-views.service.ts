import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import {
  OnlyOwnersWithdraw,
  TooManyViews,
  ViewNameTaken,
  ViewNotFound,
  ViewOfAnother,
} from '../../errors/views.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';
import type { ListView } from './list-view.entity.js';
import { ListViewsRepository, newViewId, SHARED } from './list-views.repository.js';
import { listsFor } from './viewed-lists.js';

/** The pages read all views of a list for its menu. */
export const MOST_OWN = 100;
export const MOST_SHARED = 200;

/** A view as it is to be, but for its owner. */
export interface ViewInput extends Pick<ListView, 'name' | 'filters' | 'sort' | 'order' | 'perPage'> {
  readonly isShared: boolean;
}

/** Who asks, and what their role opens. */
export interface Viewer {
  readonly scope: Scope;
  readonly role: AdministrationRole | undefined;
}

const ADMINISTRATOR = 'admin:';

/** Sessions are those of users alone. */
function userIdOf({ actor }: Scope): string {
  if (!actor.startsWith(ADMINISTRATOR)) throw new Error(`${actor} has no views`);
  return actor.slice(ADMINISTRATOR.length);
}

function isSeen({ scope, role }: Viewer, view: ListView | null): view is ListView {
  return (
    view !== null && [SHARED, userIdOf(scope)].includes(view.holder) && listsFor(role).includes(view.list)
  );
}

/** Whether the caller may change and delete a view that they see. */
export function mayChange({ scope, role }: Viewer, { ownerId }: ListView): boolean {
  return role === 'administrator' || (role === 'operator' && ownerId === userIdOf(scope));
}

/** Views of lists. They hold filters and grant nothing: the list shows each caller what it shows without a view. */
@Injectable()
export class ListViewsService {
  constructor(
    private readonly views: ListViewsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Their own ones come first, then the shared ones of others; both by name. */
  async seenBy(viewer: Viewer, list?: string): Promise<ListView[]> {
    const { scope, role } = viewer;
    const lists = listsFor(role).filter((one) => list === undefined || one === list);
    if (lists.length === 0) return [];
    const userId = userIdOf(scope);
    const all = await this.views.seenBy(scope, userId, lists);
    const rank = ({ ownerId }: ListView): number => (ownerId === userId ? 0 : 1);
    return all.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, 'en'));
  }

  /** Those with this text in their names, in whatever case; none without a text. */
  async named(viewer: Viewer, text: string, most: number): Promise<ListView[]> {
    if (text.trim() === '') return [];
    const wanted = text.trim().toLocaleLowerCase('en');
    const all = await this.seenBy(viewer);
    return all.filter(({ name }) => name.toLocaleLowerCase('en').includes(wanted)).slice(0, most);
  }

  /** @throws {ViewNotFound} */
  async one(viewer: Viewer, id: string): Promise<ListView> {
    const view = await this.views.find(viewer.scope, id);
    if (!isSeen(viewer, view)) throw new ViewNotFound();
    return view;
  }

  /** @throws {ViewNameTaken} and {@link TooManyViews} */
  create({ scope }: Viewer, list: string, input: ViewInput): Promise<ListView> {
    const view = { ...this.viewOf(scope, userIdOf(scope), input), id: newViewId(), list };
    // Two at once: the key is unique, the transaction runs again and finds the other one.
    return this.unitOfWork.run(async (transaction) => {
      await this.refuseUnlessFree(scope, transaction, view);
      await this.views.add(transaction, view);
      await this.account(scope, transaction, 'view.created', { before: null, after: view });
      return view;
    });
  }

  /**
   * Replaces all but the list and the owner.
   * @param check is called with the known view under its lock; it throws where nothing is to be changed
   * @throws {ViewNotFound}, {@link ViewOfAnother}, {@link OnlyOwnersWithdraw}, {@link ViewNameTaken},
   * {@link TooManyViews}
   */
  replace(
    viewer: Viewer,
    id: string,
    inputOf: (known: ListView) => ViewInput,
    check: (known: ListView) => void,
  ): Promise<ListView> {
    const { scope } = viewer;
    return this.unitOfWork.run(async (transaction) => {
      const known = await this.lock(viewer, transaction, id, check);
      const { list, ownerId } = known;
      const view = { ...this.viewOf(scope, ownerId, inputOf(known)), id, list };
      if (view.holder !== SHARED && ownerId !== userIdOf(scope)) throw new OnlyOwnersWithdraw();
      await this.refuseUnlessFree(scope, transaction, view, known);
      await this.views.replace(transaction, view);
      await this.account(scope, transaction, 'view.changed', { before: known, after: view });
      return view;
    });
  }

  /** @throws {ViewNotFound} and {@link ViewOfAnother} */
  remove(viewer: Viewer, id: string, check: (known: ListView) => void): Promise<ListView> {
    const { scope } = viewer;
    return this.unitOfWork.run(async (transaction) => {
      const known = await this.lock(viewer, transaction, id, check);
      await this.views.remove(scope, transaction, id);
      await this.account(scope, transaction, 'view.deleted', { before: known, after: null });
      return known;
    });
  }

  private async lock(
    viewer: Viewer,
    transaction: Transaction,
    id: string,
    check: (known: ListView) => void,
  ): Promise<ListView> {
    const known = await this.views.lock(viewer.scope, transaction, id);
    if (!isSeen(viewer, known)) throw new ViewNotFound();
    if (!mayChange(viewer, known)) throw new ViewOfAnother();
    check(known);
    return known;
  }

  private viewOf(scope: Scope, ownerId: string, input: ViewInput): Omit<ListView, 'id' | 'list'> {
    const { isShared, name, filters, sort, order, perPage } = input;
    const { tenantId } = scope;
    const holder = isShared ? SHARED : ownerId;
    return { tenantId, holder, ownerId, name, filters, sort, order, perPage, changedAt: nowOf(scope) };
  }

  private async refuseUnlessFree(
    scope: Scope,
    transaction: Transaction,
    view: ListView,
    known?: ListView,
  ): Promise<void> {
    const isShared = view.holder === SHARED;
    const namesake = await this.views.named(transaction, view);
    if (namesake !== null && namesake.id !== view.id) throw new ViewNameTaken(view.name, isShared);
    if (known?.holder === view.holder) return;
    const most = isShared ? MOST_SHARED : MOST_OWN;
    if ((await this.views.count(scope, transaction, view.holder)) >= most)
      throw new TooManyViews(most, isShared);
  }

  /** Of shared views alone, and without the values of filters, which may be personal. */
  private async account(
    scope: Scope,
    transaction: Transaction,
    action: 'view.created' | 'view.changed' | 'view.deleted',
    { before, after }: { readonly before: ListView | null; readonly after: ListView | null },
  ): Promise<void> {
    if (before?.holder !== SHARED && after?.holder !== SHARED) return;
    const about = (view: ListView | null): Record<string, unknown> | null => {
      if (view === null) return null;
      const { list, name, holder, filters } = view;
      return { list, name, isShared: holder === SHARED, filters: Object.keys(filters).sort() };
    };
    const target = `view:${(after ?? before)?.id ?? ''}`;
    await this.audit.record(
      scope,
      [{ action, target, before: about(before), after: about(after) }],
      transaction,
    );
  }
}
