const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Columns with these words have secrets, or what only a state or a physician should know. */
export const NEVER: ReadonlySet<string> = new Set(
  words(
    'password pin secret hash token credential birth ssn social national nin nino sin tax tin itin passport visa',
    'license licence aadhaar cpf curp dni nif sex gender race ethnicity religion disability',
  ),
);

/** Columns with these words are about another person or thing, or what is no longer true. */
export const OTHERS: ReadonlySet<string> = new Set(
  words(
    'parent guardian mother father spouse emergency contact relative agent advisor director supervisor mentor',
    'manager instructor teacher principal chair coauthor referee sponsor recommender counselor proxy',
    'previous former maiden prior old other alternate alt secondary second phonetic nick nickname suffix prefix',
    'similar inactive disabled terminated by',
  ),
);

/** With these words a name says no more than without them. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  words(
    'student person user employee university campus institution college sis of the primary official legal current full',
    'academic expected directory account address code study',
  ),
);

/** Other things that have a number, a name or a code. */
export const THINGS = words(
  'school course class section term period program major plan degree department organization org company state record',
  'login user thesis project title file application institution advisor match batch key address type status date flag',
);

/** What an export says about an address or a form of address. */
export const FACTS = words('type status flag date source verified count code format');

export const PROGRAM = words('program major discipline curriculum');
/** Of a program, but not which. */
export const NO_PROGRAM = words(
  'status type level term date second action flag number year is has course count',
);
/** Of a time, but not that of the entry or the graduation. */
export const NO_START = words('requested effective catalog last applied application type status');
