import type { Levels } from './compare.js';
import { type Agreement, MATCH_FIELDS, type MatchField, type MatchModel } from '../../config/match-model.js';

/** What one field says about whether two records are of one person. */
export interface Reason {
  readonly field: MatchField;
  readonly agreement: string;
  /** log2(m / u): above 0 it speaks for one person, below 0 against. */
  readonly weight: number;
}

/** `likely`: more probable than not. */
export const BANDS = ['likely', 'possible'] as const;
export type Band = (typeof BANDS)[number];

export interface Score {
  /** The probability that both are one person, from 0 to 1. */
  readonly confidence: number;
  /** The strongest first. */
  readonly reasons: readonly Reason[];
}

const PLACES = 10_000;
const LIKELY = 0.5;

export function weightOf([m, u]: Agreement): number {
  return Math.log2(m / u);
}

function levelsOf(model: MatchModel, field: MatchField): Readonly<Record<string, Agreement>> {
  return model.weights[field];
}

/**
 * Adds up what the fields say, after Fellegi and Sunter: the weights of the levels, and that of the prior. The result
 * is the probability that follows from the sum. Pure.
 */
export function scoreOf(model: MatchModel, levels: Levels): Score {
  const reasons: Reason[] = [];
  let sum = -Math.log2(model.prior - 1);
  for (const field of MATCH_FIELDS) {
    const agreement = levels[field];
    const shares = agreement === undefined ? undefined : levelsOf(model, field)[agreement];
    if (agreement === undefined || shares === undefined) continue;
    const weight = weightOf(shares);
    sum += weight;
    reasons.push({ field, agreement, weight: Math.round(weight * 10) / 10 });
  }
  const confidence = Math.round(PLACES / (1 + 2 ** -sum)) / PLACES;
  return { confidence, reasons: reasons.sort((one, other) => other.weight - one.weight) };
}

export function bandOf(confidence: number): Band {
  return confidence >= LIKELY ? 'likely' : 'possible';
}

/** People of the same first and last name are always shown, whatever else speaks against them. */
export function isCandidate({ minConfidence }: MatchModel, levels: Levels, confidence: number): boolean {
  const isNamesake = levels.firstName === 'same' && levels.lastName === 'same';
  return isNamesake || confidence >= minConfidence;
}
