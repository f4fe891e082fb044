import type { Reversal } from '../../src/users/undo/decide-undo.js';
import { UndoService } from '../../src/users/undo/undo.service.js';
import type { TestService, TestTenant } from './service.js';

/** Undoes a run, or plans it. @returns what becomes of each person */
export async function undoRun(
  service: TestService,
  tenant: TestTenant,
  run: string,
  how: 'preview' | 'undo' = 'undo',
): Promise<Reversal[]> {
  const found: Reversal[] = [];
  const scope = await service.scope(tenant);
  for await (const reversal of service.app.get(UndoService)[how](scope, run)) found.push(reversal);
  return found;
}
