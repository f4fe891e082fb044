import { Injectable, Scope as Lifetime, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

import type { Transaction } from '../database/transaction/transaction.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { fact, InTransaction } from './fact.js';
import { TransactionEvents } from './transaction-events.js';

interface Scope {
  readonly actor: string;
}

const COUNTED = fact<Scope, number, string>('test.counted');
const UNHANDLED = fact<Scope, number>('test.unhandled');
const REFUSED = fact<Scope, number>('test.refused');

@Injectable()
class Last {
  @InTransaction(COUNTED, { last: true })
  handle(): Promise<string> {
    return Promise.resolve('last');
  }
}

@Injectable()
class First {
  private readonly name = 'first';

  @InTransaction(COUNTED)
  handle({ actor }: Scope, _: Transaction, count: number): Promise<string> {
    return Promise.resolve(`${this.name}: ${actor} ${count}`);
  }

  @InTransaction(REFUSED)
  refuse(): Promise<void> {
    return Promise.reject(new Error('refused'));
  }
}

@Injectable()
class Second {
  @InTransaction(COUNTED)
  async handle(_: Scope, transaction: Transaction): Promise<string> {
    await transaction.read('SELECT 1');
    return 'second';
  }

  @InTransaction(REFUSED)
  never(): Promise<void> {
    return Promise.reject(new Error('handled after one that threw'));
  }
}

@Injectable({ scope: Lifetime.REQUEST })
class OfEachRequest {
  @InTransaction(UNHANDLED)
  async handle(): Promise<void> {}
}

const INHERITED = fact<Scope, number, string>('test.inherited');

abstract class Base {
  protected abstract readonly name: string;

  @InTransaction(INHERITED)
  handle(): Promise<string> {
    return Promise.resolve(this.name);
  }
}

@Injectable()
class Heir extends Base {
  protected readonly name = 'heir';
}

const SCOPE: Scope = { actor: 'terminal' };

async function eventsWith(...providers: (Type | { provide: string; useClass: Type })[]) {
  const built = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [TransactionEvents, ...providers],
  }).compile();
  await built.init();
  return built.get(TransactionEvents);
}

/** Transactions on no database, and the statements that they send. */
function transactions(): { unitOfWork: UnitOfWork; sent: string[] } {
  const sent: string[] = [];
  const runner = {
    manager: {} as EntityManager,
    query: (sql: string) => {
      sent.push(sql);
      return Promise.resolve([]);
    },
    connect: () => Promise.resolve({}),
    release: () => Promise.resolve(),
  } as unknown as QueryRunner;
  return {
    unitOfWork: new UnitOfWork({ createQueryRunner: () => runner } as unknown as DataSource, {
      mark: () => undefined,
    }),
    sent,
  };
}

describe('a fact', () => {
  it('is handled by one handler after the other, the last one last, and answered by each', async () => {
    const events = await eventsWith(Last, First, Second);
    const { unitOfWork, sent } = transactions();
    const answers = await unitOfWork.run((transaction) => events.announce(SCOPE, transaction, COUNTED, 7));
    expect(answers).toEqual(['first: terminal 7', 'second', 'last']);
    expect(sent.join(';')).toContain('SELECT 1');
    expect(sent.at(-1)).toContain('COMMIT');
  });

  it('is undone with everything else by a handler that throws, and handled by none after it', async () => {
    const events = await eventsWith(First, Second);
    const { unitOfWork, sent } = transactions();
    const step = async (transaction: Transaction): Promise<void> => {
      await transaction.read('SELECT 1');
      await events.announce(SCOPE, transaction, REFUSED, 7);
    };
    await expect(unitOfWork.run(step)).rejects.toThrow('refused');
    expect(sent.at(-1)).toBe('ROLLBACK');
    expect(sent.join(';')).not.toContain('COMMIT');
  });

  it('is handled by the handlers of this application only', async () => {
    const events = await eventsWith(Second);
    const { unitOfWork } = transactions();
    const answers = await unitOfWork.run((transaction) => events.announce(SCOPE, transaction, COUNTED, 7));
    expect({
      answers,
      isCountedHandled: events.isHandled(COUNTED),
      isOtherHandled: events.isHandled(UNHANDLED),
    }).toEqual({ answers: ['second'], isCountedHandled: true, isOtherHandled: false });
  });

  it('is handled by handlers that a class inherits', async () => {
    const events = await eventsWith(Heir);
    const { unitOfWork } = transactions();
    const answers = await unitOfWork.run((transaction) => events.announce(SCOPE, transaction, INHERITED, 7));
    expect(answers).toEqual(['heir']);
  });

  it('cannot be announced before the start, when no handler is found yet', async () => {
    const built = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [TransactionEvents, First],
    }).compile();
    expect(() => built.get(TransactionEvents).isHandled(COUNTED)).toThrow('from the start on, not before');
  });

  it('that is declared twice fails the start', () => {
    expect(() => fact('test.counted')).toThrow('The fact test.counted is declared twice');
  });

  it('has one last handler', () => {
    const declare = (): unknown => {
      class AlsoLast {
        @InTransaction(COUNTED, { last: true })
        handle(): Promise<string> {
          return Promise.resolve('');
        }
      }
      return AlsoLast;
    };
    expect(declare).toThrow('Two handlers want to be the last that handles test.counted');
  });

  it('cannot be handled by a static method, which is of no provider', () => {
    const declare = (): unknown => {
      class Deaf {
        @InTransaction(UNHANDLED)
        static async handle(): Promise<void> {}

        readonly name = 'deaf';
      }
      return Deaf;
    };
    expect(declare).toThrow('Only a method of a provider can handle test.unhandled');
  });

  it('cannot be handled by a method of another signature', () => {
    class Deaf {
      // @ts-expect-error the fact carries a number
      @InTransaction(UNHANDLED)
      text(_: Scope, __: Transaction, text: string): Promise<void> {
        return Promise.reject(new Error(text));
      }

      // @ts-expect-error the handlers of this fact answer with a text
      @InTransaction(COUNTED)
      async silent(): Promise<void> {}
    }
    expect(Deaf).toBeDefined();
  });
});

describe('a class that handles facts', () => {
  it('is provided once', async () => {
    const twice = eventsWith(First, { provide: 'again', useClass: First });
    await expect(twice).rejects.toThrow('First handles facts and is provided twice');
  });

  it('is not made anew for each request', async () => {
    await expect(eventsWith(OfEachRequest)).rejects.toThrow(
      'OfEachRequest handles facts, so there must be one',
    );
  });
});
