import { Injectable } from '@nestjs/common';

import { ConflictsService } from '../identity/conflicts/conflicts.service.js';
import type { Scope } from '../tenancy/scope.js';
import { UserDetailsService } from '../users/history/user-details.service.js';
import { StatusService } from '../users/status/status.service.js';
import { PUZZLING } from './people.js';

/** A professor who chairs committees, and is said to leave. */
const LEAVING_CHAIR = 'F-205';
/** The staff member who decides. */
const DECIDES = 'T-307';

/** What an administrator of the demo university has decided, and what waits for one. */
@Injectable()
export class DemoDecisions {
  constructor(
    private readonly conflicts: ConflictsService,
    private readonly users: UserDetailsService,
    private readonly statuses: StatusService,
  ) {}

  /** One conflict is decided, of another the decision was taken back, and the departure of a chair is held. */
  async create({ feed, workflow }: { feed: Scope; workflow: Scope }): Promise<void> {
    const { data } = await this.users.get(workflow, DECIDES);
    const administrator: Scope = { ...workflow, actor: `admin:${data.id}` };
    await this.decide(administrator, PUZZLING.decided, 'The registrar corrects the address in the SIS.');
    const { id } = await this.decide(administrator, PUZZLING.takenBack, null);
    await this.conflicts.undo(administrator, id);
    await this.statuses.set(feed, LEAVING_CHAIR, 'inactive', { ifImpact: 'hold' });
  }

  private async decide(scope: Scope, number: string, note: string | null): Promise<{ id: string }> {
    const range = { order: 'DESC', offset: 0, limit: 1 } as const;
    const { rows } = await this.conflicts.page(scope, { search: number }, range);
    const [conflict] = rows;
    if (conflict === undefined) throw new Error(`The demo has no conflict about ${number}`);
    await this.conflicts.decide(scope, conflict.id, 'same_person', note);
    return conflict;
  }
}
