/** Words of column names in their usual spellings, by the word that the rules know. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  student: ['stu', 'stud', 'stdnt', 'students', 'pupil'],
  employee: ['emp', 'empl'],
  university: ['univ', 'uni', 'uof'],
  institution: ['inst', 'institutional'],
  id: ['ident', 'identifier', 'ids'],
  number: ['num', 'nbr', 'nr', 'no'],
  email: ['emal', 'mail', 'emails'],
  address: ['addr', 'addresses'],
  first: ['given', 'fore', 'frst'],
  last: ['family', 'sur', 'lst'],
  middle: ['mid'],
  initial: ['initials', 'init'],
  name: ['names', 'nm', 'nme'],
  entry: ['adm', 'admit', 'admt', 'admitted', 'admission', 'admissions', 'entrance', 'entering', 'intake'],
  matriculation: ['matric', 'matriculated'],
  start: ['begin', 'beginning', 'starting'],
  graduation: ['grad', 'graduating', 'completion', 'conferral', 'conferred'],
  award: ['awarded', 'awd'],
  expected: ['exp', 'anticipated', 'planned', 'est', 'estimated'],
  term: ['trm', 'strm', 'semester', 'sem'],
  period: ['prd'],
  date: ['dt'],
  year: ['yr'],
  month: ['mo', 'mth'],
  program: ['prog', 'pgm', 'programme', 'programs'],
  major: ['majr', 'maj'],
  plan: [],
  description: ['desc', 'descr', 'title'],
  code: ['cd', 'cde'],
  degree: ['deg', 'degc'],
  type: ['typ'],
  status: ['stat', 'sts'],
  flag: ['ind', 'indicator', 'yn'],
  confidential: ['confid', 'confidentiality'],
  suppression: ['suppress', 'suppressed'],
  academic: ['acad'],
  primary: ['pri', 'prim', 'main', '1'],
  preferred: ['pref', 'chosen'],
  department: ['dept'],
  pronoun: ['pronouns'],
  password: ['pwd', 'passwd', 'pass', 'passcode', 'passphrase'],
  birth: ['dob', 'birthdate', 'birthday', 'bday', 'born', 'brth'],
  account: ['acct'],
  advisor: ['adviser', 'advisors'],
};

/** Names that stand for several words. */
const JOINED: Readonly<Record<string, readonly string[]>> = {
  fname: ['first', 'name'],
  forename: ['first', 'name'],
  lname: ['last', 'name'],
  surname: ['last', 'name'],
  mname: ['middle', 'name'],
  mi: ['middle', 'initial'],
  emplid: ['employee', 'id'],
};

const KNOWN = new Map<string, readonly string[]>([
  ...Object.entries(SPELLINGS).flatMap(([word, spellings]) =>
    [word, ...spellings].map((spelling): [string, string[]] => [spelling, [word]]),
  ),
  ...Object.entries(JOINED),
  ...['of', 'sis', 'banner', 'person', 'user', 'full', 'secret', 'ssn', 'active', 'enabled', 'rank'].map(
    (word): [string, string[]] => [word, [word]],
  ),
]);

/** Shorter words are found in other ones by chance. */
const SHORTEST_PART = 2;

/** The words of a name that is written as one, such as `studentid`; undefined when it is not made of known words. */
function parted(word: string): readonly string[] | undefined {
  const whole = KNOWN.get(word);
  if (whole !== undefined) return whole;
  for (let length = word.length - SHORTEST_PART; length >= SHORTEST_PART; length -= 1) {
    const first = KNOWN.get(word.slice(0, length));
    const rest = first && parted(word.slice(length));
    if (first !== undefined && rest !== undefined) return [...first, ...rest];
  }
  return undefined;
}

/** Longer names are none that anyone reads. */
const LONGEST_NAME = 200;

/** The words of the name of a column, each in the spelling of the rules: `Stu_ID`, `studentId` are student, id. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replaceAll(/\be[-_ ]mail/gi, 'email')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => (word.length > LONGEST_WORD ? [word] : (parted(word) ?? [word])));
}

const LONGEST_WORD = 40;
