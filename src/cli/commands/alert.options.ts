/** The options that need a kind. */
export const OF_A_KIND = ['enabled', 'threshold', 'kind-recipients'] as const;
export const SETTINGS = ['recipients', 'quiet', 'quiet-zone', 'kind', ...OF_A_KIND] as const;
