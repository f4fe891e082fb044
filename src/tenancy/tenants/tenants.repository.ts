import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository } from 'typeorm';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { failUnless } from '../../database/transaction/database-errors.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { isIdentifier } from '../credentials/secrets.js';
import { Tenant } from './tenant.entity.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Compares everything of a tenant but its name and status exactly. One server family has a type of its own for JSON,
 * which CONCAT converts to text. Comparing hashes would take the server 0.1 ms more.
 */
const SAME_STATE =
  'CAST(`emailDomain` AS BINARY) = ? AND CONCAT(`settings`) <=> ? AND CONCAT(`clock`) <=> ? AND `resets` = ?';
/** As long as a credential is trusted: a refusal caused by older settings is sent before the assumption is checked. */
const ASSUMED_MS = 4000;
const MOST_REMEMBERED = 10_000;

/** Tenants; the only repository that is not bound to one tenant. */
@Injectable()
export class TenantsRepository {
  private readonly codec: RowCodec<Tenant>;
  /** The rows that open transactions have locked already, so that the assumption is checked once in each. */
  private readonly locked = new WeakMap<Transaction, ReadonlyMap<string, Row>>();
  private readonly lastRead = new BoundedCache<string, Row>({
    most: MOST_REMEMBERED,
    milliseconds: ASSUMED_MS,
    now: () => performance.now(),
  });

  private readonly listeners: ((id: string) => void)[] = [];

  constructor(@InjectRepository(Tenant) private readonly tenants: Repository<Tenant>) {
    this.codec = new RowCodec<Tenant>(tenants.metadata);
  }

  /** @param listener called once a change of a tenant by this process is committed */
  onChange(listener: (id: string) => void): void {
    this.listeners.push(listener);
  }

  async insert(transaction: Transaction, tenant: Tenant): Promise<void> {
    await transaction.entities((manager) => manager.insert(Tenant, tenant));
  }

  list(): Promise<Tenant[]> {
    return this.tenants.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  findAll(ids: readonly string[]): Promise<Tenant[]> {
    return this.tenants.findBy({ id: In([...ids]) });
  }

  async find(id: string): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return this.tenants.findOneBy({ id });
  }

  /**
   * The tenant with its e-mail domain and settings as they are when the transaction is committed, under a shared
   * lock. A row that was read a few seconds ago is assumed to be current: if it is not, the transaction fails and is
   * run again. The name and status may be those of that moment.
   */
  async lockShared(id: string, transaction: Transaction): Promise<Tenant | null> {
    const row =
      this.locked.get(transaction)?.get(id) ??
      this.assume(id, transaction) ??
      (await this.read(id, transaction));
    if (row === undefined) return null;
    this.locked.set(transaction, new Map([[id, row]]));
    return this.codec.fromRow(row);
  }

  /** Reads the tenant and locks it until the transaction ends, also against shared locks. */
  async lock(id: string, transaction: Transaction): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return transaction.entities((manager) =>
      manager.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /** The tenants whose own clock runs. */
  async ofRunningClock(): Promise<Pick<Tenant, 'id' | 'clock'>[]> {
    const clocked = await this.tenants.find({
      select: { id: true, clock: true },
      where: { clock: Not(IsNull()), status: 'active' },
    });
    return clocked.filter(({ clock }) => clock?.frozen === false);
  }

  /** The tenants whose own clock is on its way to another moment. */
  async ofMovingClock(): Promise<Tenant[]> {
    const clocked = await this.tenants.findBy({ clock: Not(IsNull()), status: 'active' });
    return clocked.filter(({ clock }) => clock?.moving !== undefined);
  }

  exists(): Promise<boolean> {
    return this.tenants.exists();
  }

  async change(
    transaction: Transaction,
    id: string,
    change: Partial<Pick<Tenant, 'status' | 'emailDomain' | 'settings' | 'clock' | 'resets'>>,
  ): Promise<void> {
    this.locked.delete(transaction);
    this.lastRead.delete(id);
    await transaction.entities((manager) => manager.update(Tenant, { id }, change));
    transaction.onCommit(() => {
      for (const listener of this.listeners) listener(id);
    });
  }

  private async read(id: string, transaction: Transaction): Promise<Row | undefined> {
    const readAt = performance.now();
    const sql = 'SELECT * FROM `tenants` WHERE `id` = ? LOCK IN SHARE MODE';
    const [row] = await transaction.read<Row>(sql, [id]);
    if (row === undefined) return undefined;
    this.lastRead.set(id, row, readAt);
    return row;
  }

  private assume(id: string, transaction: Transaction): Row | undefined {
    const row = this.lastRead.get(id);
    if (row === undefined) return undefined;
    const { emailDomain, settings, clock, resets } = row;
    const sql = `SELECT ${failUnless(SAME_STATE)} FROM \`tenants\` WHERE \`id\` = ? LOCK IN SHARE MODE`;
    transaction.assume(sql, [emailDomain, settings, clock, resets, id], () => {
      this.lastRead.delete(id);
    });
    return row;
  }
}
