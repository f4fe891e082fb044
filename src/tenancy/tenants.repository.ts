import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { BoundedCache } from '../concurrency/bounded-cache.js';
import { failUnless } from '../database/transaction/database-errors.js';
import { PendingStatements } from '../database/transaction/pending-statements.js';
import { RowCodec } from '../database/statements/row-codec.js';
import { isIdentifier } from './secrets.js';
import { Tenant } from './tenant.entity.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Everything about a tenant but its name and status, to the letter: one server family keeps JSON in a type of its own, which
 * CONCAT makes text. Hashing it first would take the server 0.1 ms more.
 */
const SAME_STATE = 'CAST(`emailDomain` AS BINARY) = ? AND CONCAT(`settings`) <=> ?';
/** As long as a credential is trusted: what a transaction computes from older settings may not even be refused by them. */
const ASSUMED_MS = 4000;
const MOST_REMEMBERED = 10_000;

/** Tenant administration: the one repository that is not bound to a tenant. */
@Injectable()
export class TenantsRepository {
  private readonly codec: RowCodec<Tenant>;
  /** In transactions that are under way. */
  private readonly held = new WeakMap<EntityManager, ReadonlyMap<string, Row>>();
  private readonly lastRead = new BoundedCache<string, Row>({
    most: MOST_REMEMBERED,
    milliseconds: ASSUMED_MS,
    now: () => performance.now(),
  });

  constructor(@InjectRepository(Tenant) private readonly tenants: Repository<Tenant>) {
    this.codec = new RowCodec<Tenant>(tenants.metadata);
  }

  async insert(manager: EntityManager, tenant: Tenant): Promise<void> {
    await manager.insert(Tenant, tenant);
  }

  list(): Promise<Tenant[]> {
    return this.tenants.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async find(id: string): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return this.tenants.findOneBy({ id });
  }

  /**
   * The tenant with its e-mail domain and settings as they are when the transaction is committed; others may hold it too. What was
   * read a moment ago is assumed to be so still: if it is not, the transaction fails and is run again. Its name and status may
   * be those of that moment.
   */
  async hold(id: string, manager: EntityManager): Promise<Tenant | null> {
    const pending = PendingStatements.of(manager);
    const row = this.held.get(manager)?.get(id) ?? this.assume(id, pending) ?? (await this.read(id, manager));
    if (row === undefined) return null;
    if (pending !== undefined) this.held.set(manager, new Map([[id, row]]));
    return this.codec.fromRow(row);
  }

  /** The tenant as it is now; nobody changes it or holds it until the transaction ends. */
  async lock(id: string, manager: EntityManager): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return manager.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  exists(): Promise<boolean> {
    return this.tenants.exists();
  }

  async change(
    manager: EntityManager,
    id: string,
    change: Partial<Pick<Tenant, 'status' | 'emailDomain' | 'settings'>>,
  ): Promise<void> {
    this.held.delete(manager);
    this.lastRead.delete(id);
    await manager.update(Tenant, { id }, change);
  }

  private async read(id: string, manager: EntityManager): Promise<Row | undefined> {
    const readAt = performance.now();
    const sql = 'SELECT * FROM `tenants` WHERE `id` = ? LOCK IN SHARE MODE';
    const [row] = await manager.query<Row[]>(sql, [id]);
    if (row === undefined) return undefined;
    this.lastRead.set(id, row, readAt);
    return row;
  }

  private assume(id: string, pending: PendingStatements | undefined): Row | undefined {
    const row = this.lastRead.get(id);
    if (pending === undefined || row === undefined) return undefined;
    const { emailDomain, settings } = row;
    const sql = `SELECT ${failUnless(SAME_STATE)} FROM \`tenants\` WHERE \`id\` = ? LOCK IN SHARE MODE`;
    pending.assume(sql, [emailDomain, settings, id], () => {
      this.lastRead.delete(id);
    });
    return row;
  }
}
