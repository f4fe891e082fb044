import { parseArgs } from 'node:util';
import { runNameProblem } from '../../tenancy/sync-run.js';
import { FeedError } from '../../file-import/feed-error.js';
import { MOST_ABSENT_RUNS, MOST_ROWS } from '../../users/finish/finish-limits.js';
import { ACCOUNT_TYPES, type AccountType } from '../../users/model/account.js';
import { FORMATS, type Format } from '../../file-import/sources/formats.js';
import { didYouMean, parsingProblem } from '../near-miss.js';

/** @param called how the reader calls the feed, such as `integration-api feed` */
export function usage(called: string): string {
  return `Usage: ${called} <file|-> --url <base> --key <key> --secret <secret> [options]

Sends the people of a file to the service and prints what became of them. The file is NDJSON (one User per line),
CSV with a header row, a workbook (.xlsx), or JSON; "-" is standard input; .gz is unpacked.

  --url <base>         such as https://api.example.edu, or INTEGRATION_API_URL
  --key, --secret      the credential, or INTEGRATION_API_KEY and INTEGRATION_API_SECRET (keeps it out of "ps")
  --propose <file>     sends nothing: writes a mapping with what the columns might fill, to be looked at
  --map <file>         how columns become fields, see docs/feed-mapping.md
  --run <name>         of the run; default: the day in UTC, the name of the file and a number of its content
  --expect-rows <n>    ends the run, which no further rows can join then; fewer rows than n are an error
  --complete <types>   ends a run that names everyone active of these account types, such as Student,Faculty
  --absent-runs <n>    who is absent in so many complete runs in a row is de-provisioned, default 2
  --dry-run            the service checks and answers everything and writes nothing
  --max-age <hours>    a file that was last changed longer ago is not sent: the export may have failed
  --rejects <file>     writes the rows that failed as NDJSON, with their reasons
  --blank-clears       a blank cell clears its field; without it, it leaves the field unchanged
  --format <format>    ndjson, csv, json or xlsx, where the name of the file does not say it
  --encoding <name>    of CSV and JSON, default utf-8; --sheet <name> of a workbook, default the first visible one
  --retries <n>        attempts without progress before giving up, default 8; each may take --timeout <seconds> (60)
  --json               prints the summary as one JSON document; --help

Exit code: 0 all rows accepted, 1 some rows failed or the run is not complete, 2 not finished.
Example: ${called} people.csv --map mapping.json --dry-run --url https://api.example.edu
`;
}

/** A file, and how it is read. */
interface FileArguments {
  file: string;
  format?: Format;
  encoding: string;
  sheet?: string;
}

export interface ProposeArguments extends FileArguments {
  /** The mapping file to write. */
  propose: string;
}

export interface FeedArguments extends FileArguments {
  url: string;
  key: string;
  secret: string;
  /** Undefined: named by {@link runOfFile}. */
  run?: string;
  map?: string;
  rejects?: string;
  /** Hours. */
  maxAge?: number;
  dryRun: boolean;
  blankClears: boolean;
  /** How the run is ended; undefined when it is not. */
  finish?: FinishArguments;
  json: boolean;
  attempts: number;
  /** Milliseconds. */
  timeout: number;
  backoffBase: number;
}

/** What the file is said to be. */
export interface FinishArguments {
  expectedRows?: number;
  complete?: { accountTypes: AccountType[]; absentRuns?: number };
}

const LONGEST_AGE_HOURS = 720;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  run: { type: 'string' },
  map: { type: 'string' },
  propose: { type: 'string' },
  rejects: { type: 'string' },
  'max-age': { type: 'string' },
  format: { type: 'string' },
  encoding: { type: 'string', default: 'utf-8' },
  sheet: { type: 'string' },
  retries: { type: 'string', default: '8' },
  timeout: { type: 'string', default: '60' },
  'expect-rows': { type: 'string' },
  complete: { type: 'string' },
  'absent-runs': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'blank-clears': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Checks the arguments; undefined when help is asked for.
 * @throws {FeedError} when an argument is not valid; the message names it
 */
export function readArguments(
  argv: string[],
  env: NodeJS.ProcessEnv,
): FeedArguments | ProposeArguments | undefined {
  const { values, positionals } = parse(argv);
  if (values.help) return undefined;
  const [file = '', ...more] = positionals;
  if (more.length > 0) throw new FeedError(`one file at a time: ${more.join(' ')} is too much`);
  const noFile = file === '' ? ['the file is missing; name one, or - for standard input'] : [];
  if (values.propose !== undefined) {
    required({}, env, {}, noFile);
    if (values.map !== undefined) throw new FeedError('--propose writes a mapping and takes no --map');
    return { ...fileArguments(file, values), propose: values.propose };
  }
  const { url, key, secret } = required(values, env, CALLER, noFile);
  const result: FeedArguments = {
    ...fileArguments(file, values),
    url: serviceUrl(url),
    key: header(key, '--key'),
    secret: header(secret, '--secret'),
    dryRun: values['dry-run'],
    blankClears: values['blank-clears'],
    json: values.json,
    attempts: positive(values.retries, '--retries', /^\d+$/),
    timeout: positive(values.timeout, '--timeout', /^\d+(\.\d+)?$/) * 1000,
    backoffBase: positive(env.INTEGRATION_API_BACKOFF_MS ?? '500', 'INTEGRATION_API_BACKOFF_MS', /^\d+$/),
  };
  if (values.run !== undefined) result.run = runAt(values.run);
  const finish = finishAt(values);
  if (finish !== undefined) result.finish = finish;
  if (values.map !== undefined) result.map = values.map;
  if (values.rejects !== undefined) result.rejects = values.rejects;
  if (values['max-age'] !== undefined) result.maxAge = maxAgeAt(values['max-age'], file);
  return result;
}

function maxAgeAt(value: string, file: string): number {
  if (file === '-') throw new FeedError('--max-age is about a file, and standard input is none');
  return wholeAt(value, '--max-age', 1, LONGEST_AGE_HOURS);
}

type EndingOptions = Partial<Record<'expect-rows' | 'complete' | 'absent-runs', string | undefined>> & {
  'dry-run'?: boolean;
};

/** @throws {FeedError} when an option is not valid, or nothing would be there to be finished */
export function finishAt({
  'expect-rows': rows,
  complete,
  'absent-runs': absentRuns,
  'dry-run': dryRun,
}: EndingOptions): FinishArguments | undefined {
  if (absentRuns !== undefined && complete === undefined)
    throw new FeedError('--absent-runs belongs to --complete, which says of which account types');
  if (rows === undefined && complete === undefined) return undefined;
  if (dryRun === true)
    throw new FeedError(
      '--dry-run sends nothing that --expect-rows or --complete could finish; "run plan" shows who would be absent',
    );
  const finish: FinishArguments = {};
  if (rows !== undefined) finish.expectedRows = wholeAt(rows, '--expect-rows', 0, MOST_ROWS);
  if (complete !== undefined) finish.complete = { accountTypes: accountTypesAt(complete) };
  if (finish.complete !== undefined && absentRuns !== undefined)
    finish.complete.absentRuns = wholeAt(absentRuns, '--absent-runs', 1, MOST_ABSENT_RUNS);
  return finish;
}

function wholeAt(value: string, name: string, least: number, most: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw new FeedError(`${name} ${value} must be a whole number from ${least} to ${most}`);
}

/** @throws {FeedError} when the text is no list of account types */
export function accountTypesAt(value: string): AccountType[] {
  const names = value.split(',').map((name) => name.trim());
  const types = names.map((name) => ACCOUNT_TYPES.find((type) => type.toLowerCase() === name.toLowerCase()));
  const unknown = names.find((_, index) => types[index] === undefined);
  if (unknown !== undefined)
    throw new FeedError(
      `--complete ${value} must be account types: ${ACCOUNT_TYPES.join(', ')}, separated by commas.` +
        didYouMean(unknown, ACCOUNT_TYPES),
    );
  return types.filter((type) => type !== undefined);
}

function fileArguments(
  file: string,
  { encoding, format, sheet }: { encoding: string; format?: string; sheet?: string },
): FileArguments {
  return {
    file,
    encoding: encodingAt(encoding),
    ...(format === undefined ? {} : { format: formatAt(format) }),
    ...(sheet === undefined ? {} : { sheet }),
  };
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new FeedError(parsingProblem(error, Object.keys(OPTIONS)));
  }
}

/** The service and the credential, with the variables that have them where the options do not. */
export const CALLER = {
  url: 'INTEGRATION_API_URL',
  key: 'INTEGRATION_API_KEY',
  secret: 'INTEGRATION_API_SECRET',
} as const;

/**
 * The values of options that may come from the environment.
 * @param variables by option
 * @param missing what else is missing
 * @throws {FeedError} when one has no value; the message names all that is missing
 */
export function required<Option extends string>(
  values: Readonly<Partial<Record<NoInfer<Option>, string>>>,
  env: NodeJS.ProcessEnv,
  variables: Readonly<Record<Option, string>>,
  missing: readonly string[] = [],
): Record<Option, string> {
  const options = Object.keys(variables) as Option[];
  const found = options.map((name) => [name, (values[name] ?? env[variables[name]] ?? '').trim()] as const);
  const absent = found
    .filter(([, value]) => value === '')
    .map(([name]) => `--${name} is missing; give it, or set ${variables[name]}`);
  const problems = [...missing, ...absent];
  if (problems.length > 0) throw new FeedError(problems.join('. '));
  return Object.fromEntries(found) as Record<Option, string>;
}

/**
 * The address of the service, with or without the path of one of its APIs.
 * @throws {FeedError} when the text is no such address
 */
export function serviceUrl(text: string): string {
  if (!URL.canParse(text))
    throw new FeedError(`--url ${text} is not an address such as http://127.0.0.1:3000`);
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new FeedError(`--url ${text} must begin with http:// or https://`);
  if (username !== '' || password !== '')
    throw new FeedError('--url must be without a user; give --key and --secret');
  return text;
}

/** @throws {FeedError} when the text cannot be a header's value */
export function header(value: string, name: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new FeedError(`${name} has characters that no credential has`);
  return value;
}

export function runAt(name: string): string {
  const problem = runNameProblem(name);
  if (problem !== undefined) throw new FeedError(`--run ${name} ${problem}`);
  return name;
}

/** @throws {FeedError} when the text is no number above 0 of this form */
export function positive(value: string, name: string, form: RegExp): number {
  const number = form.test(value) ? Number(value) : 0;
  if (number <= 0) throw new FeedError(`${name} ${value} must be a number above 0`);
  return number;
}

export function formatAt(value: string): Format {
  const format = FORMATS.find((one) => one === value);
  if (format === undefined)
    throw new FeedError(
      `--format ${value} must be one of ${FORMATS.join(', ')}.${didYouMean(value, FORMATS)}`,
    );
  return format;
}

export function encodingAt(value: string): string {
  try {
    return new TextDecoder(value).encoding;
  } catch {
    throw new FeedError(`--encoding ${value} is not known`);
  }
}
