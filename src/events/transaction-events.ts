import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

import type { Transaction } from '../database/transaction/transaction.js';
import { declaresHandlers, type Fact } from './fact.js';

/** The classes of an object that declare handlers, its own and those that it extends. */
function declaringClasses(instance: object): object[] {
  const prototype: unknown = Object.getPrototypeOf(instance);
  if (!(prototype instanceof Object)) return [];
  return [...(declaresHandlers(prototype) ? [prototype] : []), ...declaringClasses(prototype)];
}

/**
 * Calls the handlers of a fact inside the transaction that makes it true, so that the room that announces a fact need
 * not know the rooms that react. Handlers are methods of providers, declared with `@InTransaction(FACT)`; they run one
 * after the other, and an error of one of them rolls back the transaction (docs/decisions, 4).
 */
@Injectable()
export class TransactionEvents implements OnModuleInit {
  /** By the prototype that declares the handlers; undefined until the start. */
  private providers: ReadonlyMap<object, object> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws {Error} when a class with handlers is provided twice, or once for each request */
  onModuleInit(): void {
    this.providers = this.findProviders();
  }

  /** Whether a provider of this application handles the fact. */
  isHandled<Scope, Payload, Answer>(fact: Fact<Scope, Payload, Answer>): boolean {
    return fact.handlers.some(({ prototype }) => this.providerOf(prototype) !== undefined);
  }

  /** @returns the answers of the handlers, in the order in which they ran */
  async announce<Scope, Payload, Answer>(
    scope: NoInfer<Scope>,
    transaction: Transaction,
    fact: Fact<Scope, Payload, Answer>,
    payload: NoInfer<Payload>,
  ): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const { prototype, method } of fact.handlers) {
      const provider = this.providerOf(prototype);
      if (provider !== undefined) answers.push(await method.call(provider, scope, transaction, payload));
    }
    return answers;
  }

  private providerOf(prototype: object): object | undefined {
    if (this.providers === undefined) throw new Error('Facts can be announced from the start on, not before');
    return this.providers.get(prototype);
  }

  private findProviders(): Map<object, object> {
    const found = new Map<object, object>();
    for (const wrapper of [...this.discovery.getProviders(), ...this.discovery.getControllers()]) {
      const instance: unknown = wrapper.instance;
      if (!(instance instanceof Object)) continue;
      for (const prototype of declaringClasses(instance)) {
        const { name } = prototype.constructor;
        if (!wrapper.isDependencyTreeStatic())
          throw new Error(`${name} handles facts, so there must be one of it, not one for each request`);
        if ((found.get(prototype) ?? instance) !== instance)
          throw new Error(`${name} handles facts and is provided twice; it would handle each twice`);
        found.set(prototype, instance);
      }
    }
    return found;
  }
}
