/** The API's name for all programs without a template of their own. */
export const ALL_PROGRAMS = '_all';
