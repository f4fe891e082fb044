import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { PROJECT_ROOT } from './service-process.js';

/** What the tests read of a service of docker/compose.yml; the schema checks the rest. */
export interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** docker/compose.yml as it is written. */
export function rawComposeFile(): unknown {
  return parse(readFileSync(join(PROJECT_ROOT, 'docker/compose.yml'), 'utf8')) as unknown;
}

/** docker/compose.yml with its variables replaced, as `docker compose config` shows it. */
export function composeFile(variables: Readonly<Record<string, string>>): ComposeFile {
  return replaced(rawComposeFile(), variables) as ComposeFile;
}

function replaced(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((one) => replaced(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, variables)]));
}

/** `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, which are all that the file uses. */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (whole: string, name: string | undefined, kind: string | undefined, word: string | undefined): string => {
      if (name === undefined) return '$';
      const value = variables[name] ?? '';
      if (value !== '' || kind === undefined) return value;
      if (kind === '-') return word ?? '';
      throw new Error(`${name}: ${word ?? ''}`);
    },
  );
}
