import { parseArgs } from 'node:util';

import { readEnvironment } from '../../config/environment.js';
import { table } from '../command.js';
import type { Terminal } from '../terminal.js';
import { examineDatabase, examineReplica } from './database-checks.js';
import { examineKeys, examinePublicUrl, examineVariables } from './environment-checks.js';
import type { Finding, State } from './finding.js';
import { examineFolders, examinePort, examineVersions } from './machine-checks.js';
import { examineMailServer, examineRedis } from './neighbour-checks.js';

export const USAGE = `Usage: npm run -s cli -- doctor [--json]

Checks what a start checks, and the database's settings, disk, clock, versions and pending migrations. It reads the same
variables as the service, and changes nothing. It ends with 0 when all is well, with 1 after a warning, and with 78 when
the service would not start or not become ready.
`;

const EXIT_CODES: Readonly<Record<State, number>> = { ok: 0, 'not checked': 0, warning: 1, problem: 78 };

/** Everything that is checked, at once. */
async function examine(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const environment = readEnvironment(env);
  const { config } = environment;
  const { findings, keys } = await examineKeys(environment);
  const ofEnvironment = [
    ...examineVariables(environment),
    ...examinePublicUrl(environment, env),
    ...findings,
  ];
  const others = await Promise.all([
    examineDatabase(environment, keys),
    examineReplica(config),
    examinePort(environment),
    examineFolders(environment),
    examineRedis(config),
    examineMailServer(config),
    examineVersions().then((finding) => [finding]),
  ]);
  return [...ofEnvironment, ...others.flat()];
}

/** The worst state of all. */
function worstOf(findings: readonly Finding[]): State {
  const states = new Set(findings.map(({ state }) => state));
  return (['problem', 'warning'] as const).find((state) => states.has(state)) ?? 'ok';
}

function describe(findings: readonly Finding[]): string {
  const rows = findings.map(({ check, state, found }) => [check, state, found]);
  const remedies = findings.flatMap(({ check, remedy }) =>
    remedy === undefined ? [] : [`  ${check}: ${remedy}.`],
  );
  const advice = remedies.length > 0 ? ['', 'What to do:', ...remedies] : [];
  return [table(['Check', 'State', 'Found'], rows), ...advice].join('\n');
}

/**
 * Says whether the service would work as it is configured. Nothing is changed.
 * @returns the exit code, see {@link USAGE}
 */
export async function doctor(argv: readonly string[], { env, stdout, stderr }: Terminal): Promise<number> {
  let values: { json?: boolean; help?: boolean };
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    ({ values } = parseArgs({ args: [...argv], options, strict: true }));
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : 'Not understood'}\n${USAGE}`);
    return 2;
  }
  if (values.help === true) {
    stdout.write(USAGE);
    return 0;
  }
  const findings = await examine(env);
  const state = worstOf(findings);
  stdout.write(`${values.json === true ? JSON.stringify({ state, findings }) : describe(findings)}\n`);
  return EXIT_CODES[state];
}
