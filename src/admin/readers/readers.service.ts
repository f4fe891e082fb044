import { Injectable } from '@nestjs/common';

import { HOUR_MS } from '../../alerts/kinds/moments.js';
import { READER_SILENT } from '../../alerts/kinds/reader-silent.kind.js';
import { effectiveKind } from '../../alerts/settings/alert-settings.js';
import { AlertSettingsService } from '../../alerts/settings/alert-settings.service.js';
import { FeedReaders } from '../../change-feed/readers/feed-readers.js';
import type { Success } from '../../http/answers.js';
import { listed, partOf } from '../../http/lists/list-query.js';
import type { Scope } from '../../tenancy/scope.js';
import type { ReaderDto, ReadersQueryDto } from './readers.dto.js';

/** Who follows the feed of changes, for administrators. */
@Injectable()
export class AdminReadersService {
  constructor(
    private readonly readers: FeedReaders,
    private readonly alerts: AlertSettingsService,
  ) {}

  /** Silent is a reader for as long as alerts about silent readers allow. */
  async list(scope: Scope, query: ReadersQueryDto): Promise<Success<ReaderDto[]>> {
    const { settings } = await this.alerts.show(scope);
    const { threshold } = effectiveKind(settings, READER_SILENT);
    const all = await this.readers.list(scope, threshold * HOUR_MS);
    const rows = all.map(({ lastReadAt, dailySince, behindSince, ...reader }) => ({
      ...reader,
      lastReadAt: lastReadAt.toISOString(),
      dailySince: dailySince.toISOString(),
      behindSince: behindSince?.toISOString() ?? null,
    }));
    const latestFirst = { ...query, order: query.order ?? 'DESC' } as const;
    return listed(
      partOf(rows, latestFirst, (row) => row.lastReadAt),
      rows.length,
      query,
    );
  }
}
