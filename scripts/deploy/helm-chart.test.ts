import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Manifest, renderChart } from './render-chart.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const chart = join(root, 'deploy/helm');

/** The values of a part that scales. */
interface Scaled {
  autoscaling: { queue: object };
}

describe('the Helm chart', () => {
  let manifests: Manifest[];
  beforeAll(async () => {
    manifests = await renderChart(chart);
  });

  const policies = [HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget];
  const models = [ConfigMap, Deployment, Ingress, Job, Service, ...policies];

  // DEP-3
  test('renders objects that Kubernetes knows, without a field that it does not know', async () => {
    for (const manifest of manifests) {
      const Model = models.find(
        ({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind,
      );
      expect(Model, manifest.kind).toBeDefined();
      if (Model) expect(() => new Model(manifest as never).validate()).not.toThrow();
    }
    const cache = join(root, 'node_modules/.cache/deploy');
    await mkdir(cache, { recursive: true });
    const lines = manifests.map((manifest, index) => {
      const type = `import('kubernetes-models/${manifest.apiVersion}').I${manifest.kind}`;
      return `export const object${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    const file = join(cache, 'manifests.ts');
    await writeFile(file, lines.join('\n'));
    // The compiler refuses unknown fields of object literals, as Kubernetes does, and fields that
    // are missing.
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    const compiler = join(root, 'node_modules/.bin/tsc');
    expect(
      spawnSync(compiler, [...flags, '--ignoreConfig', file], { encoding: 'utf8' }).stdout,
    ).toBe('');
    await rm(cache, { recursive: true });
  });

  const podSpecs = (of: Manifest[]) =>
    of.flatMap(({ kind, spec }) => {
      const { template } = (spec ?? {}) as { template?: { spec: Record<string, unknown> } };
      return template && ['Deployment', 'Job'].includes(kind) ? [template.spec] : [];
    });

  // DEP-3
  test('lets no container run as root, write to its image or hold a capability', () => {
    const specs = podSpecs(manifests);
    expect(specs).toHaveLength(3);
    for (const spec of specs) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        // A Service named engine would set ENGINE_PORT.
        enableServiceLinks: false,
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      });
    }
  });

  // DEP-4
  test('migrates before pods start, probes them, and takes secrets by reference alone', () => {
    const [job] = manifests.filter(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
    const live = { platform: '/api/health', engine: '/live' };
    for (const [name, path] of Object.entries(live)) {
      const [spec] = podSpecs(
        deployments.filter(({ metadata }) => metadata.name === `ecp-${name}`),
      );
      expect(spec).toMatchObject({
        containers: [
          {
            startupProbe: { httpGet: { path } },
            livenessProbe: { httpGet: { path } },
            readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
          },
        ],
      });
    }
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    const needed = {
      platform: ['DATABASE_URL', 'SECRET_KEY'],
      engine: ['DATABASE_URL', 'SECRET_KEY'],
    };
    for (const { containers } of podSpecs(manifests)) {
      const [{ name, env = [] }] = containers as [{ name: string; env?: { name: string }[] }];
      expect(containers).toMatchObject([
        { envFrom: expect.arrayContaining([{ secretRef: expect.anything() }]) },
      ]);
      // Kubernetes does not start a container whose key is missing, unless the reference is
      // optional.
      const names = Object.entries(needed).flatMap(([pod, keys]) => (pod === name ? keys : []));
      const ofSecret = (key: string) => ({ secretKeyRef: { name: `engagement-${name}`, key } });
      expect(env).toEqual(names.map((key) => ({ name: key, valueFrom: ofSecret(key) })));
    }
  });

  const specOf = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === `ecp-${name}`)
      ?.spec;

  // DEP-10
  test.each(['platform', 'engine'])('bounds disruptions, load and reach of the %s', (name) => {
    const labels = { 'app.kubernetes.io/instance': 'ecp', 'app.kubernetes.io/component': name };
    expect(specOf('Deployment', name)).toMatchObject({
      selector: { matchLabels: labels },
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: { metadata: { labels } },
    });
    // Nobody calls an engine.
    const service = { selector: labels, ports: [{ targetPort: 'http' }] };
    if (name === 'platform') expect(specOf('Service', name)).toMatchObject(service);
    else expect(specOf('Service', name)).toBeUndefined();
    expect(specOf('PodDisruptionBudget', name)).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: labels },
    });
    expect(specOf('HorizontalPodAutoscaler', name)).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: `ecp-${name}` },
      minReplicas: 3,
      metrics: [{ type: 'Resource', resource: { name: 'cpu' } }],
    });
    expect(specOf('NetworkPolicy', name)).toMatchObject({
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress', 'Egress'],
      ingress: expect.any(Array),
      egress: expect.any(Array),
    });
    const { ingress } = specOf('NetworkPolicy', name) as { ingress: object[] };
    const ruleOf = (namespace: string) => ({
      ports: [{ port: 'http' }],
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
    });
    const visitors = name === 'platform' ? [ruleOf('ingress-nginx')] : [];
    expect(ingress).toEqual([...visitors, ruleOf('monitoring')]);
  });

  // DEP-10
  test.each(['platform', 'engine'])(
    'scales the %s by waiting work only where that is enabled',
    async (name) => {
      const values = parse(await readFile(join(chart, 'values.yaml'), 'utf8')) as Record<
        string,
        Scaled
      >;
      const part = values[name] as Scaled;
      const autoscaling = {
        ...part.autoscaling,
        queue: { ...part.autoscaling.queue, enabled: true },
      };
      const more = await renderChart(chart, { [name]: { ...part, autoscaling } });
      const scaler = more.find(
        ({ kind, metadata }) =>
          kind === 'HorizontalPodAutoscaler' && metadata.name === `ecp-${name}`,
      );
      const metric = { name: expect.stringMatching(/^ecp_/) };
      expect(scaler).toMatchObject({
        spec: { metrics: [{ type: 'Resource' }, { type: 'External', external: { metric } }] },
      });
      if (scaler)
        expect(() => new HorizontalPodAutoscaler(scaler as never).validate()).not.toThrow();
    },
  );

  // DEP-10
  test.each([
    ['platform', 3000],
    ['engine', 3001],
  ])('lets Prometheus find the metrics of the %s', (name, port) => {
    const annotations = {
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': String(port),
      'prometheus.io/path': '/metrics',
    };
    expect(specOf('Deployment', name)).toMatchObject({
      template: {
        metadata: { annotations },
        spec: { containers: [{ ports: [{ containerPort: port }] }] },
      },
    });
  });

  interface EgressRule {
    to?: { ipBlock?: { cidr: string; except?: string[] } }[];
    ports?: { port: number }[];
  }
  const egressOf = (name: string) =>
    (specOf('NetworkPolicy', name) as { egress: EgressRule[] }).egress;
  const blocksOf = (name: string) =>
    egressOf(name).flatMap(({ to = [], ports }) =>
      to.flatMap(({ ipBlock }) => (ipBlock ? [{ ...ipBlock, ports }] : [])),
    );

  // DEP-10
  test.each(['platform', 'engine'])(
    'lets the %s reach public addresses, and private ones by a few ports alone',
    (name) => {
      const open = blocksOf(name).filter(({ ports }) => ports === undefined);
      expect(open.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
      const closed = open.flatMap(({ except = [] }) => except);
      const inside = blocksOf(name).filter(({ ports }) => ports !== undefined);
      expect(inside.map(({ cidr }) => cidr).filter((cidr) => !closed.includes(cidr))).toEqual([]);
      expect(closed).toEqual(expect.arrayContaining(['169.254.0.0/16', 'fe80::/10']));
      expect(inside.map(({ cidr }) => cidr)).not.toContain('169.254.0.0/16');
    },
  );

  // DEP-10
  test('lets the migration reach the database alone', () => {
    const ports = egressOf('migration').map((rule) => rule.ports?.map(({ port }) => port));
    expect(ports).toEqual([[53, 53], [5432]]);
  });

  // DEP-10
  test('reaches and is reached by pods alone where the lists are empty', async () => {
    const values = parse(await readFile(join(chart, 'values.yaml'), 'utf8')) as {
      networkPolicy: object;
    };
    const alone = { internet: false, dependencies: [] };
    const egress = { platform: alone, engine: alone, migration: alone };
    const networkPolicy = { ...values.networkPolicy, platformFrom: [], metricsFrom: [], egress };
    const policies = (await renderChart(chart, { networkPolicy })).filter(
      ({ kind }) => kind === 'NetworkPolicy',
    );
    expect(policies).toHaveLength(3);
    expect(JSON.stringify(policies)).not.toMatch(/ipBlock|namespaceSelector/);
    for (const policy of policies)
      expect(() => new NetworkPolicy(policy as never).validate()).not.toThrow();
  });

  // DEP-17
  test('writes settings as texts, and ends a pod only after it has drained', async () => {
    const values = parse(await readFile(join(chart, 'values.yaml'), 'utf8')) as {
      platform: { settings: object };
    };
    const settings = { ...values.platform.settings, RATE_LIMIT_API: 900, SEARCH_URL: 'a: "b"' };
    const changed = await renderChart(chart, { platform: { ...values.platform, settings } });
    const maps = changed.filter(({ kind }) => kind === 'ConfigMap');
    expect(maps).toHaveLength(2);
    for (const map of maps) expect(() => new ConfigMap(map as never).validate()).not.toThrow();
    const shared = { BASE_URL: 'https://consulting.example', S3_BUCKET: 'attachments' };
    const own = { RATE_LIMIT_API: '900', SEARCH_URL: 'a: "b"', TRUST_PROXY: '1' };
    expect(maps).toMatchObject([
      { data: { ROLES: 'web', ...shared, ...own } },
      { data: { ROLES: 'worker', ...shared, ENGINE_DRAIN_SECONDS: '20' } },
    ]);
    const [drainSeconds, pauseSeconds] = [20, 5];
    const needed = drainSeconds + pauseSeconds + 5;
    const services = manifests.filter(({ kind }) => kind === 'Deployment');
    expect(services).toHaveLength(2);
    for (const pod of podSpecs(services)) {
      expect(pod['terminationGracePeriodSeconds']).toBeGreaterThanOrEqual(needed);
    }
    const platform = { ...values.platform, terminationGracePeriodSeconds: 90 };
    const patient = (await renderChart(chart, { platform })).filter(
      ({ metadata }) => metadata.name === 'ecp-platform',
    );
    expect(podSpecs(patient)).toMatchObject([{ terminationGracePeriodSeconds: 90 }]);
  });

  // DEP-17
  test('places pods, and gives them accounts and volumes of the cluster', async () => {
    const values = parse(await readFile(join(chart, 'values.yaml'), 'utf8')) as Record<
      string,
      object
    >;
    const volume = { name: 'authority', configMap: { name: 'authority' } };
    const mount = { name: 'authority', mountPath: '/etc/authority', readOnly: true };
    const part = (name: string) => ({
      [name]: {
        ...values[name],
        serviceAccountName: name,
        extraVolumes: [volume],
        extraVolumeMounts: [mount],
      },
    });
    const tolerations = [{ key: 'pool', operator: 'Equal', value: 'work', effect: 'NoSchedule' }];
    const placed = { tolerations, nodeSelector: { pool: 'work' } };
    const names = ['engine', 'migration', 'platform'];
    const changed = await renderChart(chart, {
      ...placed,
      ...Object.assign({}, ...names.map(part)),
    });
    const specs = podSpecs(changed);
    expect(specs.map(({ serviceAccountName }) => serviceAccountName)).toEqual(names);
    for (const spec of specs) {
      expect(spec).toMatchObject({
        ...placed,
        volumes: expect.arrayContaining([volume]),
        containers: [{ volumeMounts: expect.arrayContaining([mount]) }],
      });
    }
  });

  // DEP-12
  test('closes the path of the network inside, and gives all others to the platform', () => {
    const to = (path: string, name: string) => ({
      path,
      pathType: 'Prefix',
      backend: { service: { name } },
    });
    const ingress = manifests.find(({ kind }) => kind === 'Ingress');
    const paths = [to('/metrics', 'ecp-closed'), to('/', 'ecp-platform')];
    expect(ingress).toMatchObject({ spec: { rules: [{ http: { paths } }] } });
    expect(specOf('Service', 'closed')).toMatchObject({
      selector: { 'app.kubernetes.io/component': 'closed' },
    });
    const pods = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
    expect(pods.filter((pod) => JSON.stringify(pod).includes('component":"closed"'))).toEqual([]);
  });

  // DEP-3
  test('renders without its optional parts, and ships every file that it reads', async () => {
    const off = { enabled: false };
    const values = parse(await readFile(join(chart, 'values.yaml'), 'utf8')) as Record<
      string,
      { autoscaling?: object }
    >;
    const fixed = (name: string) => ({
      [name]: { ...values[name], autoscaling: { ...values[name]?.autoscaling, ...off } },
    });
    const less = await renderChart(chart, {
      ingress: off,
      networkPolicy: off,
      ...fixed('platform'),
      ...fixed('engine'),
    });
    expect(less.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
    expect(less.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec)).toMatchObject([
      { replicas: 3 },
      { replicas: 3 },
    ]);
    expect((await readdir(chart)).sort()).toEqual(['Chart.yaml', 'templates', 'values.yaml']);
  });
});
