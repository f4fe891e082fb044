import { Injectable } from '@nestjs/common';

import type { RowOutcome, UnchangedLines } from '../../http/ndjson/bulk-job.js';
import { type BulkLine, checkEachYielding } from '../../http/ndjson/bulk-line.js';
import type { Scope } from '../../tenancy/scope.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import type { NamedAddresses } from '../matching/named-addresses.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { KnownUser } from '../model/users.repository.js';
import { UnchangedBodies, type UnchangedBody } from '../unchanged-bodies/unchanged-bodies.service.js';
import { Forecast } from './forecast.js';

type Line = BulkLine<CreateUpdateUserDto>;

/** The lines of one upload whose bodies were recognised. */
export interface RecognisedLines extends UnchangedLines<CreateUpdateUserDto> {
  /**
   * Adds the addresses of those among these outcomes to what the upload has named. Not when they are found: what the
   * batch before changes may leave a line to be applied.
   */
  addTo(named: NamedAddresses, outcomes: readonly RowOutcome[]): void;
}

/** Recognises lines of uploads whose bodies change nothing. */
@Injectable()
export class LineRecogniser {
  constructor(
    private readonly bodies: UnchangedBodies,
    private readonly decisions: MatchDecisionsRepository,
    private readonly forecast: Forecast,
  ) {}

  of(scope: Scope): RecognisedLines {
    const recognised = new WeakMap<RowOutcome, UnchangedBody>();
    return {
      areExpected: () => this.forecast.of(scope).usual === 'unchanged',
      find: (lines) => this.find(scope, lines, recognised),
      addTo: (named, outcomes) => {
        for (const outcome of outcomes) addRecognised(named, recognised.get(outcome));
      },
    };
  }

  /** Finds none when another of these lines is about one of the found users: it may come first and change that user. */
  private async find(
    scope: Scope,
    lines: readonly Line[],
    recognised: WeakMap<RowOutcome, UnchangedBody>,
  ): Promise<ReadonlyMap<Line, RowOutcome>> {
    const unchanged = await this.bodies.find(scope, lines);
    const outcomes = new Map<Line, RowOutcome>();
    const found: KnownUser[] = [];
    unchanged.forEach((body, index) => {
      const line = lines[index];
      if (body === undefined || line === undefined) return;
      const outcome: RowOutcome = { kind: 'unchanged', id: body.user.id, warnings: [] };
      outcomes.set(line, outcome);
      recognised.set(outcome, body);
      found.push(body.user);
    });
    const others = lines.filter((line) => !outcomes.has(line));
    await checkEachYielding(others);
    const rows = others.flatMap((line) => {
      const result = line.check();
      return 'row' in result ? [result.row] : [];
    });
    const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
    const users = new CandidateIndex(found, await this.decisions.about(scope, externalIds));
    return rows.some((row) => users.match(row) !== undefined) ? new Map() : outcomes;
  }
}

/** The address of a body that was recognised is that of its user. */
function addRecognised(named: NamedAddresses, body: UnchangedBody | undefined): void {
  if (body === undefined || body.matchedBy === 'email') return;
  const { id, legacyNumber, email } = body.user;
  named.add(email, body.matchedBy === 'id' ? id : (legacyNumber ?? id));
}
