import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

import { PROJECT_ROOT } from './service-process.js';

const FOLDER = join(PROJECT_ROOT, 'docker/kubernetes');
/** Where the types of Kubernetes's own objects are. */
const GROUPS: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
  'networking.k8s.io/v1': 'networking/v1',
};
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es5.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};
/** The files of the types, which are the same for each object. */
const parsed = new Map<string, ts.SourceFile>();

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Of each file of docker/kubernetes its one object. */
export function kubernetesFiles(): Map<string, KubernetesObject> {
  return new Map(
    readdirSync(FOLDER).map((name) => {
      const documents = parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8'));
      const [first] = documents;
      if (documents.length !== 1 || first === undefined || first.errors.length > 0)
        throw new Error(`${name} is not one document: ${first?.errors.join() ?? ''}`);
      return [name, first.toJS() as KubernetesObject];
    }),
  );
}

/** Whether the object is one of Kubernetes itself, for which there are types. */
export function isOwnKind({ apiVersion }: KubernetesObject): boolean {
  return apiVersion in GROUPS;
}

/**
 * Compares an object with the types of Kubernetes, as `kubectl apply` would with `--validate=strict`.
 * @returns what is wrong: keys that do not exist, that are missing, and values of another type
 */
export function problemsOf(object: KubernetesObject): string[] {
  const file = join(PROJECT_ROOT, 'test/object-of-kubernetes.ts');
  const module = `kubernetes-types/${GROUPS[object.apiVersion] ?? ''}.js`;
  const source = `import type { ${object.kind} } from '${module}';
    export const object: ${object.kind} = ${JSON.stringify(object)};`;
  const disk = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === file || disk.fileExists(path),
    readFile: (path) => (path === file ? source : disk.readFile(path)),
    getSourceFile: (path, target) => {
      if (path === file) return ts.createSourceFile(path, source, target);
      const known = parsed.get(path) ?? disk.getSourceFile(path, target);
      if (known !== undefined) parsed.set(path, known);
      return known;
    },
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], OPTIONS, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
