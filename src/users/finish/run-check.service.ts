import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import { type NotComplete, RunNotComplete, RunNotFound } from '../../errors/runs.errors.js';
import { isRunName } from '../../tenancy/sync-run.js';
import type { Scope } from '../../tenancy/scope.js';
import { NamingsRepository, type RunRows } from '../naming/namings.repository.js';
import { Senders } from '../naming/senders.js';
import { Absences, type NamingRun } from './absences.js';
import type { FinishRequest } from './finish.dto.js';

/** The rows of a run that may be finished. */
export interface CheckedRun {
  readonly sender: string;
  readonly rowCount: number;
}

function sum(rows: readonly RunRows[], name: 'rowCount' | 'keyless'): number {
  return rows.reduce((total, one) => total + one[name], 0);
}

function counted(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

function because(
  kind: NotComplete['kind'],
  { accountTypes = [], missing = null }: Partial<NotComplete> = {},
): NotComplete {
  return { kind, accountTypes, missing };
}

/** Says whether a run is what its sender says it is (contract, section 15). */
@Injectable()
export class RunCheck {
  constructor(
    private readonly senders: Senders,
    private readonly namings: NamingsRepository,
    private readonly absences: Absences,
  ) {}

  /**
   * @param reader a transaction that has raised the epoch, so that nothing is added until it ends
   * @throws {RunNotFound} when no row of people was sent in the run
   * @throws {RunNotComplete}
   */
  async rows(scope: Scope, run: string, request: FinishRequest, reader?: Reader): Promise<CheckedRun> {
    const rows = isRunName(run) ? await this.namings.rowsOf(scope, run, reader) : [];
    const [first] = rows;
    if (first === undefined) throw new RunNotFound();
    await this.caller(scope, run, rows);
    const { expectedRows, complete } = request;
    const rowCount = sum(rows, 'rowCount');
    if (expectedRows !== null && rowCount < expectedRows)
      throw new RunNotComplete(
        `expectedRows says that there are ${expectedRows}, and ${counted(rowCount, 'row has', 'rows have')} come`,
        because('rows_missing', { missing: expectedRows - rowCount }),
      );
    if (complete !== null) this.checkComplete(rows);
    return { sender: first.sender, rowCount };
  }

  /** @throws {RunNotComplete} when the caller has sent no row of the run */
  async caller(scope: Scope, run: string, known?: readonly RunRows[]): Promise<void> {
    const rows = known ?? (await this.namings.rowsOf(scope, run));
    const caller = await this.senders.of(scope);
    if (rows.length > 0 && rows.every(({ sender }) => sender !== caller))
      throw new RunNotComplete(
        'it is finished with a credential that has sent none of its rows',
        because('other_sender'),
      );
  }

  /** @throws {RunNotComplete} when it names so few that the file is probably cut off */
  async named(scope: Scope, run: NamingRun): Promise<void> {
    if (run.named.size === 0) {
      const why = because('no_one_named', { accountTypes: run.accountTypes });
      throw new RunNotComplete('its rows name no one who is stored', why);
    }
    const notNamed = await this.absences.typesNotNamed(scope, run);
    if (notNamed.length > 0) {
      const missing = await this.absences.missingCount(scope, run, notNamed);
      throw new RunNotComplete(
        `it names no active person of account type ${notNamed.join(' or ')}`,
        because('types_not_named', { accountTypes: notNamed, missing }),
      );
    }
    const shortage = await this.absences.shortageOf(scope, run);
    if (shortage === undefined) return;
    const { accountType, named, active, lastRun } = shortage;
    const whom = lastRun === null ? 'the sender has sent before' : `the last complete run, ${lastRun}, named`;
    throw new RunNotComplete(
      `it names ${named} of the ${active} active people of account type ${accountType} whom ${whom}, and the setting ` +
        `completeRunMinimum asks for ${scope.tenant.completeRunMinimum} percent`,
      because('too_few_named', { accountTypes: [accountType], missing: active - named }),
    );
  }

  /** @throws {RunNotComplete} when rows name no one */
  keys(keyless: number): void {
    if (keyless > 0)
      throw new RunNotComplete(
        `${counted(keyless, 'row was', 'rows were')} refused that name no one: they have neither an externalId ` +
          'nor an address. Correct them, and send all rows as another run',
        because('rows_without_key', { missing: keyless }),
      );
  }

  private checkComplete(rows: readonly RunRows[]): void {
    this.keys(sum(rows, 'keyless'));
    if (rows.length > 1)
      throw new RunNotComplete(
        'a complete run is sent with one credential, and another one has sent rows of it',
        because('several_senders'),
      );
  }
}
