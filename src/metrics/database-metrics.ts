import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';

import { AlertIncidentsService } from '../alerts/incidents/alert-incidents.service.js';
import { KIND_NAMES } from '../alerts/kinds/kinds.js';
import { isDatabaseAway } from '../database/transaction/database-errors.js';
import { ConflictsService } from '../identity/conflicts/conflicts.service.js';
import { RebuildService } from '../progress/rebuild/rebuild.service.js';
import { RequestsService } from '../request-log/requests.service.js';
import { OutboxRepository } from '../submissions/outbox/outbox.repository.js';
import { ConnectorsService, SYSTEM_KINDS } from '../sync/connectors/connectors.service.js';
import { QueueService } from '../sync/list/queue.service.js';
import { settingsOf } from '../settings/stored-settings.js';
import { QUESTION_KINDS } from '../users/model/outcome.js';
import { HoldsService } from '../users/deprovisioning-limits/holds.service.js';
import { LossesRepository } from '../tenancy/lost-commits/losses.repository.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';

const HOUR_SECONDS = 3600;
const DAY_MS = 24 * HOUR_SECONDS * 1000;

function ageOf(since: Date | null): number {
  return since === null ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1000);
}

/** Metrics that are read from the database, over all tenants; no value of a tenant or a person becomes a label. */
@Injectable()
export class DatabaseMetrics {
  private readonly registry = new Registry();
  private readonly up = this.gauge(
    'database_up',
    'Whether the database answers; when it does not, the other metrics of the database are missing',
  );
  private readonly waiting = this.gauge(
    'review_events_waiting',
    'Review events that wait for delivery to the sync queue',
  );
  private readonly deadLettered = this.gauge(
    'review_events_dead_lettered',
    'Review events that failed too often; "events retry" tries them again',
  );
  private readonly lag = this.gauge(
    'review_events_lag_seconds',
    'Age of the oldest waiting review event; 0 when none waits',
  );
  private readonly queue = this.gauge(
    'sync_queue_items',
    'Items of the sync queue by their status',
    'status',
  );
  private readonly queueAge = this.gauge(
    'sync_queue_oldest_seconds',
    'Seconds since the last move of the item that has had this status for longest; 0 when there is none',
    'status',
  );
  private readonly leases = this.gauge(
    'sync_leases_out',
    'Items of the sync queue that a connector has claimed and holds now',
  );
  private readonly readyAge = this.gauge(
    'sync_queue_ready_seconds',
    'Age of the oldest item that a connector may claim, by target system; 0 when there is none',
    'target',
  );
  private readonly lateRuns = this.gauge(
    'nightly_runs_late',
    'Active tenants whose last successful nightly run is older than their setting allows',
  );

  private readonly held = this.gauge(
    'held_deprovisionings',
    'De-provisionings beyond a threshold that wait for an administrator',
  );

  private readonly openConflicts = this.gauge(
    'identity_conflicts_open',
    'Identity conflicts that wait for an administrator, by kind',
    'kind',
  );

  private readonly rebuilding = this.gauge(
    'progress_rebuilds_unfinished',
    'Tenants whose progress records are still being recalculated after a change of settings',
  );
  private readonly recordsToRebuild = this.gauge(
    'progress_rebuild_records_waiting',
    'Progress records still to be recalculated after a change of settings',
  );

  private readonly alerts = this.gauge(
    'alert_incidents_open',
    'Incidents that are open, snoozed ones too, by kind',
    'kind',
  );
  private readonly alertMessages = this.gauge(
    'alert_messages_waiting',
    'Mails of alerts that wait: for the mail server, or for the end of quiet hours',
  );
  private readonly failingMessages = this.gauge(
    'alert_messages_failing',
    'Mails of alerts that the mail server did not take yet',
  );

  private readonly lossesFound = this.gauge(
    'commit_losses',
    'Losses of acknowledged commits by the database that were found within the last 24 hours',
  );

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly syncQueue: QueueService,
    private readonly connectors: ConnectorsService,
    private readonly requests: RequestsService,
    private readonly tenancy: TenancyService,
    private readonly holds: HoldsService,
    private readonly rebuilds: RebuildService,
    private readonly conflicts: ConflictsService,
    private readonly incidents: AlertIncidentsService,
    private readonly losses: LossesRepository,
  ) {}

  async read(): Promise<string> {
    try {
      const reads = [
        this.readOutbox(),
        this.readQueue(),
        this.readConnectors(),
        this.readRuns(),
        this.readHolds(),
        this.readConflicts(),
        this.readRebuilds(),
        this.readAlerts(),
        this.readLosses(),
      ];
      await Promise.all(reads);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.up.set(0);
      return `${await this.registry.getSingleMetricAsString('database_up')}\n`;
    }
    this.up.set(1);
    return this.registry.metrics();
  }

  private async readOutbox(): Promise<void> {
    const { waiting, deadLettered, oldest } = await this.outbox.counts();
    this.waiting.set(waiting);
    this.deadLettered.set(deadLettered);
    this.lag.set(ageOf(oldest));
  }

  private async readQueue(): Promise<void> {
    const { totals, oldest } = await this.syncQueue.overall();
    for (const [status, count] of Object.entries(totals)) this.queue.set({ status }, count);
    for (const [status, since] of Object.entries(oldest)) this.queueAge.set({ status }, ageOf(since));
  }

  private async readConnectors(): Promise<void> {
    const { leases, ready } = await this.connectors.overall();
    this.leases.set(leases);
    for (const target of SYSTEM_KINDS) this.readyAge.set({ target }, ageOf(ready.get(target) ?? null));
  }

  private async readHolds(): Promise<void> {
    this.held.set(await this.holds.heldOfAll());
  }

  private async readConflicts(): Promise<void> {
    const open = await this.conflicts.openOfAll();
    for (const kind of QUESTION_KINDS) this.openConflicts.set({ kind }, open.get(kind) ?? 0);
  }

  private async readRebuilds(): Promise<void> {
    const { tenants, records } = await this.rebuilds.counts();
    this.rebuilding.set(tenants);
    this.recordsToRebuild.set(records);
  }

  private async readAlerts(): Promise<void> {
    const { open, waiting, failing } = await this.incidents.overall();
    for (const kind of KIND_NAMES) this.alerts.set({ kind }, open.get(kind) ?? 0);
    this.alertMessages.set(waiting);
    this.failingMessages.set(failing);
  }

  private async readLosses(): Promise<void> {
    this.lossesFound.set(await this.losses.countSince(new Date(Date.now() - DAY_MS)));
  }

  private async readRuns(): Promise<void> {
    const last = new Map((await this.requests.lastRuns()).map(({ tenantId, at }) => [tenantId, at]));
    const late = (await this.tenancy.listUniversities()).filter(
      ({ id, status, emailDomain, settings }) =>
        status === 'active' &&
        ageOf(last.get(id) ?? null) > settingsOf(emailDomain, settings).nightlyRunHours * HOUR_SECONDS,
    );
    this.lateRuns.set(late.length);
  }

  private gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}
