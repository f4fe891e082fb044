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
 * Where rooms hear of rooms that do not know them, inside the transaction that makes the fact true. Handlers are
 * methods of providers, declared with `@InTransaction(FACT)`; they run one after the other, and one that throws undoes
 * all (docs/decisions, 4).
 */
@Injectable()
export class TransactionEvents implements OnModuleInit {
  /** By the class that declares them. */
  private providers: ReadonlyMap<object, object> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws when a class with handlers is provided twice, or anew for each request */
  onModuleInit(): void {
    this.providers = this.findProviders();
  }

  /** Whether any provider of this application hears it. */
  isHeard<Scope, Payload, Answer>(fact: Fact<Scope, Payload, Answer>): boolean {
    return fact.handlers.some(({ prototype }) => this.providerOf(prototype) !== undefined);
  }

  /** @returns what the handlers answer, in the order in which they heard it */
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
          throw new Error(`${name} hears facts, so there must be one of it, not one for each request`);
        if ((found.get(prototype) ?? instance) !== instance)
          throw new Error(`${name} hears facts and is provided twice; it would hear each twice`);
        found.set(prototype, instance);
      }
    }
    return found;
  }
}
