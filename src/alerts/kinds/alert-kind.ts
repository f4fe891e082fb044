import type { Scope } from '../../tenancy/scope.js';
import type { Sentence } from '../../texts/sentence.js';

/** The number of a kind that a tenant may set. */
export interface AlertThreshold {
  /** What it counts, after the number: `hours`, `failed rows`. */
  readonly unit: string;
  readonly standard: number;
  readonly range: readonly [min: number, max: number];
}

/** What a kind is, in every place that shows it. */
export interface AlertKindSpec {
  /** In settings, answers and metrics; it never changes. */
  readonly name: string;
  /** The subject of a message: `The nightly run is late`. */
  readonly title: string;
  /** When an incident opens, and when it is over. */
  readonly rule: string;
  readonly threshold: AlertThreshold | null;
  /** All of the kind, where an incident has no page of its own (`causes.ts`): a path of the administration pages. */
  readonly page: string;
}

/** Something that is wrong at this moment. */
export interface Finding {
  /** What distinguishes findings of one kind, at most 160 characters; blank where there is one at a time. */
  readonly subject: string;
  /** What the page of the cause shows (`causes.ts`), at most 160 characters; the subject, where it is omitted. */
  readonly about?: string;
  /** One or two sentences, at most 600 characters, for a message: without any data about people. */
  readonly facts: readonly Sentence[];
}

/**
 * What administrators can be alerted about. A new kind is a class with this shape, in a file of its own, and a line in
 * `kinds.ts`.
 */
export interface AlertKind {
  readonly spec: AlertKindSpec;
  /**
   * What is wrong now. An incident opens for each subject that was not there before, and ends when its subject is
   * missing. Reads only what its cost does not depend on: it is asked every minute, for each tenant.
   */
  find(scope: Scope, threshold: number, now: Date): Promise<Finding[]>;
}
