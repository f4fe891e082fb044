import { InvalidFilter, InvalidPath } from '../../errors/scim.errors.js';
import { attributeNameOf } from './attribute-name.js';
import {
  type AttributeName,
  type Filter,
  type FilterValue,
  OPERATORS,
  type Operator,
  type Path,
} from './filter.js';

/** Brackets within brackets; deeper ones are no search for people. */
const DEEPEST = 20;
/** Each condition may be tried on 10,000 people, while no other request is answered. */
const MOST_CONDITIONS = 200;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

type Fail = (problem: string) => never;

function named(token: Token | undefined): string {
  if (token === undefined) return 'its end';
  return token.kind === 'word' ? token.value.slice(0, 64) : token.kind === 'text' ? 'a text' : token.kind;
}

/** Reads tokens by descent: `or` binds weaker than `and`, and `and` weaker than `not`. */
class FilterParser {
  private position = 0;
  private depth = 0;
  private conditionCount = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly fail: Fail,
  ) {}

  get isAtEnd(): boolean {
    return this.position === this.tokens.length;
  }

  get next(): Token | undefined {
    return this.tokens[this.position];
  }

  /** @param within whether the filter stands in the brackets of a list, where no other may */
  filter(within: boolean): Filter {
    if ((this.depth += 1) > DEEPEST) this.fail(`it has brackets of more than ${DEEPEST} levels`);
    const read = this.joined('or', () => this.joined('and', () => this.term(within)));
    this.depth -= 1;
    return read;
  }

  attribute(): AttributeName {
    const token = this.take();
    const attribute = token?.kind === 'word' ? attributeNameOf(token.value) : undefined;
    return attribute ?? this.fail(`${named(token)} stands where an attribute is expected`);
  }

  /** The conditions in brackets, when they follow. */
  conditions(): Filter | undefined {
    if (this.next?.kind !== '[') return undefined;
    this.take();
    const filter = this.filter(true);
    this.expect(']');
    return filter;
  }

  /** `.value` after brackets, when it follows. */
  part(): string | undefined {
    const { next } = this;
    if (next?.kind !== 'word' || !next.value.startsWith('.')) return undefined;
    this.take();
    const part = attributeNameOf(next.value.slice(1));
    if (part?.name === undefined || part.sub !== undefined || part.urn !== undefined)
      return this.fail(`${named(next)} is no part of an attribute`);
    return part.name;
  }

  private joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const of = [read()];
    while (this.isWord(kind)) {
      this.take();
      of.push(read());
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind, of };
  }

  private term(within: boolean): Filter {
    if (this.next?.kind === '(') return this.inBrackets(within);
    if (this.isWord('not') && this.tokens[this.position + 1]?.kind === '(') {
      this.take();
      return { kind: 'not', of: this.inBrackets(within) };
    }
    return this.condition(within);
  }

  private inBrackets(within: boolean): Filter {
    this.expect('(');
    const filter = this.filter(within);
    this.expect(')');
    return filter;
  }

  private condition(within: boolean): Filter {
    const attribute = this.attribute();
    const of = within ? undefined : this.conditions();
    if (of === undefined) return this.comparison(attribute);
    const name = this.part();
    if (name === undefined) return { kind: 'some', attribute, of };
    // `emails[type eq "work"].value eq "…"`: one and the same value must meet both.
    return { kind: 'some', attribute, of: { kind: 'and', of: [of, this.comparison({ name })] } };
  }

  private comparison(attribute: AttributeName): Filter {
    if ((this.conditionCount += 1) > MOST_CONDITIONS)
      this.fail(`it has more than ${MOST_CONDITIONS} conditions`);
    const token = this.take();
    const word = token?.kind === 'word' ? token.value.toLowerCase() : '';
    if (word === 'pr') return { kind: 'present', attribute };
    const operator = OPERATORS.find((one: Operator) => one === word);
    if (operator === undefined) return this.fail(`${named(token)} stands where an operator is expected`);
    return { kind: 'compare', attribute, operator, value: this.value() };
  }

  private value(): FilterValue {
    const token = this.take();
    if (token?.kind === 'text') return token.value;
    if (token?.kind === 'word') {
      const known = WORDS.get(token.value.toLowerCase());
      if (known !== undefined) return known;
      if (NUMBER.test(token.value)) return Number(token.value);
    }
    return this.fail(`${named(token)} stands where a value is expected; write a text in quotation marks`);
  }

  private isWord(word: string): boolean {
    const { next } = this;
    return next?.kind === 'word' && next.value.toLowerCase() === word;
  }

  private take(): Token | undefined {
    const { next } = this;
    this.position += 1;
    return next;
  }

  private expect(kind: Token['kind']): void {
    const token = this.take();
    if (token?.kind !== kind) this.fail(`${named(token)} stands where ${kind} is expected`);
  }
}

/**
 * Parses a filter.
 * @throws {InvalidFilter} when it is none, or too large
 */
export function parseFilter(text: string): Filter {
  const fail: Fail = (problem) => {
    throw new InvalidFilter(problem);
  };
  const parser = new FilterParser(tokensOf(text, fail), fail);
  const filter = parser.filter(false);
  if (!parser.isAtEnd) fail(`${named(parser.next)} stands after its end`);
  return filter;
}

/**
 * Parses the path of a PATCH operation.
 * @throws {InvalidPath} when it is none
 */
export function parsePath(text: string): Path {
  const fail: Fail = (problem) => {
    throw new InvalidPath(problem);
  };
  const parser = new FilterParser(tokensOf(text, fail), fail);
  const attribute = parser.attribute();
  const of = parser.conditions();
  const sub = of === undefined ? undefined : parser.part();
  if (!parser.isAtEnd) fail(`${named(parser.next)} stands after its end`);
  return { attribute, ...(of === undefined ? {} : { of }), ...(sub === undefined ? {} : { sub }) };
}

/** More are no search for people; a filter of so many takes a millisecond to read. */
const MOST_TOKENS = 1000;

export type Token =
  | { readonly kind: '(' | ')' | '[' | ']' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'word'; readonly value: string };

const NEXT = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/**
 * Takes a filter or a path apart.
 * @param fail throws, with a clause that says what is wrong
 */
export function tokensOf(source: string, fail: (problem: string) => never): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  NEXT.lastIndex = 0;
  while (NEXT.lastIndex < end) {
    const at = NEXT.lastIndex;
    const [, bracket, quoted, word = ''] = NEXT.exec(source) ?? fail(`unexpected text at position ${at}`);
    if (tokens.length === MOST_TOKENS) fail(`it has more than ${MOST_TOKENS} words`);
    if (bracket !== undefined) tokens.push({ kind: bracket as '(' | ')' | '[' | ']' });
    else if (quoted === undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'text', value: textOf(quoted, at, fail) });
  }
  return tokens;
}

/** A quoted text is a text of JSON. */
function textOf(quoted: string, at: number, fail: (problem: string) => never): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return fail(`the text at position ${at} is not a text of JSON`);
  }
}
