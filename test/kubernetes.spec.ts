import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { ConfigMap, Container, PodSpec, Probe, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';

import { isOwnKind, kubernetesFiles, type KubernetesObject, problemsOf } from './support/kubernetes-files.js';
import { readDocument } from './support/markdown.js';

interface Kustomization extends KubernetesObject {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
  readonly labels: readonly { readonly pairs: Record<string, string> }[];
}

const APP = { 'app.kubernetes.io/name': 'integration-api' };
/** What a process needs after the time to drain: requests in flight get 8 seconds. */
const END_SECONDS = 15;
/** Read by Node and the service, and no line of .env.example; the last one is a variable that names a file. */
const OTHER_VARIABLES = ['NODE_ENV', 'NODE_OPTIONS', 'SERVER_KEY_FILE'];

const files = kubernetesFiles();
const own = [...files].filter(([, object]) => isOwnKind(object));

function objectOf(file: string): unknown {
  return files.get(file);
}

const deployment = objectOf('deployment.yaml') as Deployment;
const settings = objectOf('settings.yaml') as ConfigMap;

function pod(): PodSpec {
  const spec = deployment.spec?.template.spec;
  if (spec === undefined) throw new Error('The Deployment has no pod');
  return spec;
}

function container(): Container {
  const [only] = pod().containers;
  if (only === undefined) throw new Error('The pod has no container');
  return only;
}

/** A copy of an object in which the first such text is another one. */
function changed(object: unknown, text: string, other: string): KubernetesObject {
  const written = JSON.stringify(object);
  expect(written).toContain(text);
  return JSON.parse(written.replace(text, other)) as KubernetesObject;
}

describe('each file of docker/kubernetes', () => {
  it.each(own)('%s is an object of Kubernetes', (_, object) => {
    expect(problemsOf(object)).toEqual([]);
  });

  it('is in the kustomization, except what only some clusters have, and the secret', () => {
    const { resources } = objectOf('kustomization.yaml') as Kustomization;
    const left = ['kustomization.yaml', 'secrets.example.yaml', 'service-monitor.yaml'];
    expect([...resources, ...left].sort()).toEqual([...files.keys()].sort());
  });

  it.each([
    ['a mistyped key', '"readinessProbe"', '"readynessProbe"'],
    ['a mistyped key far inside', '"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"'],
    ['a text for a number', '"replicas":2', '"replicas":"2"'],
    ['a kind of another group', '"apps/v1"', '"policy/v1"'],
    ['a missing selector', '"selector":', '"strategy":'],
  ])('would be refused with %s', (_, text, other) => {
    expect(problemsOf(changed(deployment, text, other)).length).toBeGreaterThan(0);
  });
});

describe('the Deployment', () => {
  it('finds its pods by a label that the others use too', () => {
    expect(deployment.spec?.selector.matchLabels).toEqual(APP);
    expect(deployment.spec?.template.metadata?.labels).toEqual(APP);
    expect((objectOf('service.yaml') as Service).spec?.selector).toEqual(APP);
    expect(
      (objectOf('pod-disruption-budget.yaml') as PodDisruptionBudget).spec?.selector?.matchLabels,
    ).toEqual(APP);
    expect((objectOf('network-policy.yaml') as NetworkPolicy).spec?.podSelector.matchLabels).toEqual(APP);
    expect((objectOf('kustomization.yaml') as Kustomization).labels[0]?.pairs).toEqual(APP);
  });

  it('never has fewer pods than it is meant to have, while it is replaced', () => {
    expect(deployment.spec?.replicas).toBeGreaterThanOrEqual(2);
    expect(deployment.spec?.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
  });

  it('gives a pod the time that it needs to end', () => {
    const drain = Number(settings.data?.['DRAIN_SECONDS']);
    const { periodSeconds = 0, failureThreshold = 0 } = container().readinessProbe ?? {};
    expect(drain).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(pod().terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + END_SECONDS);
  });

  it('runs as a user without rights, on files that it cannot change', () => {
    expect(pod()).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container().volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining(['/app/.data', '/tmp']),
    );
  });

  it('is asked where the service answers', () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container();
    const place = (probe: Probe | undefined): unknown => probe?.httpGet;
    expect([startupProbe, livenessProbe].map(place)).toEqual([
      { path: '/health/live', port: 'http' },
      { path: '/health/live', port: 'http' },
    ]);
    expect(place(readinessProbe)).toEqual({ path: '/health/ready', port: 'http' });
    expect(ports).toEqual([{ name: 'http', containerPort: 3000 }]);
    expect((objectOf('service.yaml') as Service).spec?.ports?.[0]?.targetPort).toBe('http');
  });

  it('sets variables that the service has', () => {
    const known = [...readDocument('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const set = [...Object.keys(settings.data ?? {}), ...(container().env ?? []).map(({ name }) => name)];
    expect(set.length).toBeGreaterThan(4);
    expect(set.filter((name) => !known.includes(name) && !OTHER_VARIABLES.includes(name))).toEqual([]);
  });

  it('takes from the secret and the settings what these contain', () => {
    const secret = objectOf('secrets.example.yaml') as Secret;
    const { env = [], envFrom, volumeMounts = [] } = container();
    const references = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    const volume = pod().volumes?.find(({ name }) => name === 'secrets')?.secret;
    const [item] = volume?.items ?? [];
    const mount = volumeMounts.find(({ name }) => name === 'secrets')?.mountPath ?? '';

    expect([...references.map(({ key }) => key), item?.key].sort()).toEqual(
      Object.keys(secret.stringData ?? {}).sort(),
    );
    expect([...references.map(({ name }) => name), volume?.secretName]).toEqual([
      secret.metadata?.name,
      secret.metadata?.name,
    ]);
    expect(env.find(({ name }) => name === 'SERVER_KEY_FILE')?.value).toBe(`${mount}/${item?.path ?? ''}`);
    expect(envFrom?.map(({ configMapRef }) => configMapRef?.name)).toEqual([settings.metadata?.name]);
  });

  it('lets only the group of the service read the file of the key', () => {
    expect(pod().volumes?.find(({ name }) => name === 'secrets')?.secret?.defaultMode).toBe(0o440);
    expect(pod().securityContext?.fsGroup).toBe(1000);
  });

  it('has the image that the kustomization names', () => {
    const { images } = objectOf('kustomization.yaml') as Kustomization;
    expect(images.map(({ name }) => name)).toEqual([container().image]);
  });
});

describe('the secret', () => {
  it('is an example without a value', () => {
    const { stringData = {} } = objectOf('secrets.example.yaml') as Secret;
    expect(Object.values(stringData).join('')).toBe('');
  });
});
