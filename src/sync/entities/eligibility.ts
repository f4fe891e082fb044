/**
 * Whether an open item may be handed out:
 * - `ready`: it may
 * - `behind`: an earlier item of its student and target must be done first, or is of the same form type
 * - `delayed`: it was released, and waits until `notBefore`
 * - `processing`: it is with a connector
 */
export type Eligibility = 'ready' | 'behind' | 'delayed' | 'processing';

/** An open item of a group, as its eligibility depends on it. */
export interface Member {
  readonly formType: string;
  readonly isProcessing: boolean;
  readonly notBefore: Date | null;
}

/**
 * Of one student's open items for one target, in the order of the queue (contract, section 8): nothing is handed out
 * while an earlier item is processing or waits for its delay. Of each form type at most the first item is
 * ready, because connectors may ask for some form types only.
 * @param members longest queued first
 */
export function eligibilityOf(members: readonly Member[], now: Date): Eligibility[] {
  const seen = new Set<string>();
  let isStopped = false;
  return members.map(({ formType, isProcessing, notBefore }) => {
    const isDelayed = !isProcessing && notBefore !== null && notBefore > now;
    const isBehind = isStopped || seen.has(formType);
    isStopped ||= isProcessing || isDelayed;
    seen.add(formType);
    if (isProcessing) return 'processing';
    if (isDelayed) return 'delayed';
    return isBehind ? 'behind' : 'ready';
  });
}
