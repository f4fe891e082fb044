import type { Transaction } from '../database/transaction/transaction.js';

export type Handler<Scope, Payload, Answer> = (
  scope: Scope,
  transaction: Transaction,
  payload: Payload,
) => Promise<Answer>;

/** A method that handles a fact, with the class that declares it. */
export interface HandlerMethod<Scope, Payload, Answer> {
  readonly prototype: object;
  readonly method: Handler<Scope, Payload, Answer>;
}

interface Place {
  /** Runs after all others; at most one method of a fact. For a handler that locks rows that many transactions need. */
  readonly last: boolean;
}

/** Something that becomes true in one room and that other rooms handle in the same transaction. */
export class Fact<Scope, Payload, Answer> {
  private readonly methods: HandlerMethod<Scope, Payload, Answer>[] = [];
  private lastMethod: HandlerMethod<Scope, Payload, Answer> | undefined;

  constructor(readonly name: string) {}

  /** In the order in which they run: as their files are loaded, so none may rely on another; then the last. */
  get handlers(): readonly HandlerMethod<Scope, Payload, Answer>[] {
    return this.lastMethod === undefined ? this.methods : [...this.methods, this.lastMethod];
  }

  /** @throws {Error} when two methods are declared as the last */
  add(handler: HandlerMethod<Scope, Payload, Answer>, { last }: Place): void {
    if (!last) this.methods.push(handler);
    else if (this.lastMethod === undefined) this.lastMethod = handler;
    else throw new Error(`Two handlers want to be the last that handles ${this.name}`);
  }
}

/** The payload of a fact. */
export type PayloadOf<Of> = Of extends {
  readonly handlers: readonly HandlerMethod<never, infer Payload, unknown>[];
}
  ? Payload
  : never;

const names = new Set<string>();
const declaringPrototypes = new WeakSet();

/**
 * Declares a fact, once, in the room that announces it: `fact<Scope, readonly UserChange[]>('user.changed')`.
 * @throws {Error} when the name is taken
 */
export function fact<Scope, Payload, Answer = void>(name: string): Fact<Scope, Payload, Answer> {
  if (names.has(name)) throw new Error(`The fact ${name} is declared twice`);
  names.add(name);
  return new Fact(name);
}

/** Whether methods of this class handle facts. */
export function declaresHandlers(prototype: object): boolean {
  return declaringPrototypes.has(prototype);
}

/**
 * Runs the method inside the transaction that makes the fact true, and again when that is retried. An error that it
 * throws rolls back the transaction. Its parameters and its answer must be those of the fact.
 */
export function InTransaction<Scope, Payload, Answer>(
  fact: Fact<Scope, Payload, Answer>,
  { last = false }: Partial<Place> = {},
) {
  return <Method extends Handler<Scope, Payload, Answer>>(
    prototype: object,
    _name: string | symbol,
    { value: method }: TypedPropertyDescriptor<Method>,
  ): void => {
    if (method === undefined || typeof prototype === 'function')
      throw new TypeError(`Only a method of a provider can handle ${fact.name}`);
    declaringPrototypes.add(prototype);
    fact.add({ prototype, method }, { last });
  };
}
