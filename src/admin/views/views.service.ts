import { Injectable } from '@nestjs/common';

import { ActorLabels, type LabelOf } from '../../actors/actor-labels.js';
import { problemIn } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import { requireUnchanged } from '../../http/entity-tags.js';
import { listed, onlyRowOf, pageRangeOf } from '../../http/lists/list-query.js';
import { sentence } from '../../texts/sentence.js';
import type { ListView } from './list-view.entity.js';
import { ListViewsService, mayChange, type Viewer, type ViewInput } from './list-views.service.js';
import { filtersOf } from './view-content.js';
import { listsFor } from './viewed-lists.js';
import {
  type CreateViewDto,
  ownerOf,
  presentView,
  type PutViewDto,
  type ViewDto,
  type ViewListQueryDto,
} from './views.dto.js';

function inputOf(list: string, body: PutViewDto): ViewInput {
  const { name, isShared, sort = null, order = null, perPage = null } = body;
  const filters = filtersOf(body.filters, { list, sort, order, perPage });
  return { name, isShared: isShared === true, filters, sort, order, perPage };
}

/** Views of lists, for the administration pages. */
@Injectable()
export class AdminViewsService {
  constructor(
    private readonly views: ListViewsService,
    private readonly labels: ActorLabels,
  ) {}

  async list(viewer: Viewer, query: ViewListQueryDto): Promise<Success<ViewDto[]>> {
    const all = await this.views.seenBy(viewer, query.list);
    const { offset, limit } = pageRangeOf(query);
    return listed(await this.present(viewer, all.slice(offset, offset + limit)), all.length, query);
  }

  /** @throws {ViewNotFound} */
  async show(viewer: Viewer, id: string): Promise<Success<ViewDto>> {
    return this.presentOne(viewer, await this.views.one(viewer, id));
  }

  /**
   * @throws {ValidationFailed} when the list refuses a filter or the order, or the role does not open it
   * @throws {ViewNameTaken} and {@link TooManyViews}
   */
  async create(viewer: Viewer, { list, ...body }: CreateViewDto): Promise<Success<ViewDto>> {
    if (!listsFor(viewer.role).includes(list)) {
      const rule = sentence('must be a list that your role opens');
      throw new ValidationFailed([problemIn('list', 'isIn', rule)]);
    }
    return this.presentOne(viewer, await this.views.create(viewer, list, inputOf(list, body)));
  }

  /**
   * @param ifMatch the entity tag of what the caller has read
   * @throws {ValidationFailed} when the list refuses a filter or the order
   * @throws {ChangedMeanwhile} when the caller has read something else
   * @throws {ViewNotFound}, {@link ViewOfAnother}, {@link OnlyOwnersWithdraw}, {@link ViewNameTaken},
   * {@link TooManyViews}
   */
  async replace(viewer: Viewer, id: string, body: PutViewDto, ifMatch?: string): Promise<Success<ViewDto>> {
    const unchanged = await this.unchanged(viewer, id, ifMatch);
    const view = await this.views.replace(viewer, id, ({ list }) => inputOf(list, body), unchanged);
    return this.presentOne(viewer, view);
  }

  /** @throws {ViewNotFound}, {@link ViewOfAnother} and {@link ChangedMeanwhile} */
  async remove(viewer: Viewer, id: string, ifMatch?: string): Promise<Success<ViewDto>> {
    const unchanged = await this.unchanged(viewer, id, ifMatch);
    return this.presentOne(viewer, await this.views.remove(viewer, id, unchanged));
  }

  /** The owner's label is read before the transaction, which holds a connection of its own. */
  private async unchanged(viewer: Viewer, id: string, ifMatch?: string): Promise<(known: ListView) => void> {
    const labelOf = await this.labelOf(viewer, [await this.views.one(viewer, id)]);
    return (known) => {
      requireUnchanged(ifMatch, this.presentWith(viewer, labelOf, known));
    };
  }

  private async presentOne(viewer: Viewer, view: ListView): Promise<Success<ViewDto>> {
    return success(onlyRowOf(await this.present(viewer, [view])));
  }

  private async present(viewer: Viewer, views: readonly ListView[]): Promise<ViewDto[]> {
    const labelOf = await this.labelOf(viewer, views);
    return views.map((view) => this.presentWith(viewer, labelOf, view));
  }

  private labelOf({ scope }: Viewer, views: readonly ListView[]): Promise<LabelOf> {
    return this.labels.of(scope, views, ownerOf);
  }

  private presentWith(viewer: Viewer, labelOf: LabelOf, view: ListView): ViewDto {
    const { actor } = viewer.scope;
    return presentView(view, { actor, labelOf, mayChange: mayChange(viewer, view) });
  }
}
