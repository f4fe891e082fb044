/**
 * Whose rows are looked at, and what time it is for them: those of one tenant that has a clock of its own, or without
 * `tenantId` those of all tenants that have none.
 */
export interface Due {
  readonly now: Date;
  readonly tenantId?: string;
}

/** A condition on rows with a column `tenantId`: their tenant has no clock of its own. */
export const HAS_WALL_TIME = '(SELECT `t`.`clock` IS NULL FROM `tenants` AS `t` WHERE `t`.`id` = `tenantId`)';

/** An index for the rows of all tenants. Those of one are read by its own: another tenant's clock may be far ahead. */
export function forcedFor({ tenantId }: Due, index: string): string {
  return tenantId === undefined ? `FORCE INDEX (\`${index}\`)` : '';
}

/** The condition on the rows that are looked at. */
export function ofDue({ tenantId }: Due): { sql: string; values: string[] } {
  return tenantId === undefined
    ? { sql: HAS_WALL_TIME, values: [] }
    : { sql: '`tenantId` = ?', values: [tenantId] };
}
