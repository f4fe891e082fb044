import { StartupProblem } from '../errors/startup-problem.js';
import { anyText, type Kind, Wrong } from './kinds.js';

/** What is wrong with a variable; the message is one line. */
export class BadVariable extends StartupProblem {
  /** @param about the variable of the service that has no valid value because of it */
  constructor(
    readonly about: string,
    found: string,
  ) {
    super(found);
  }
}

/** Whether a variable has a value: a blank one counts as not set. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Reads variables, and keeps their names and what is wrong with them. */
export class EnvironmentReader {
  readonly problems: BadVariable[] = [];
  private readonly asked = new Set<string>();

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** The names of all variables that were asked for, set or not. */
  get names(): readonly string[] {
    return [...this.asked];
  }

  /** What the variable means; undefined when it is not set, or not valid. */
  value<Value>(name: string, kind: Kind<Value>): Value | undefined {
    this.asked.add(name);
    const text = this.env[name];
    if (!isSet(text)) return undefined;
    const read = kind(text, name);
    if (!(read instanceof Wrong)) return read;
    this.refuse(name, read.sentence);
    return undefined;
  }

  text(name: string): string | undefined {
    return this.value(name, anyText);
  }

  refuse(name: string, sentence: string): void {
    this.problems.push(new BadVariable(name, sentence));
  }
}
