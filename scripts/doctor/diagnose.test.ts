import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { withDatabaseName } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant } from '../../apps/server/testing/keyed-tenant.ts';
import {
  startLocalServer,
  startLocalTlsServer,
} from '../../apps/server/testing/servers/local-server.ts';
import { startRedis } from '../../apps/server/testing/servers/start-redis.ts';
import { type S3Server, startS3Server } from '../../apps/server/testing/servers/start-s3-server.ts';
import {
  startTestPlatform,
  type TestPlatform,
} from '../../apps/server/testing/start-test-platform.ts';
import { type DiagnosisOptions, diagnose } from './diagnose.ts';
import type { Finding } from './finding.ts';
import { describeFinding, findingTexts, severityOf } from './finding-texts.ts';

let platform: TestPlatform;
let storage: S3Server;
let dataDir: string;
let closedPort: number;
beforeAll(async () => {
  [platform, storage] = await Promise.all([startTestPlatform(), startS3Server()]);
  dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
  closedPort = await chooseTestPort();
});
afterAll(async () => {
  await platform.close();
  await storage.close();
  await rm(dataDir, { recursive: true });
});

type Environment = Record<string, string>;

/** The settings of an installation that has nothing but its database. */
const settingsOf = (): Environment => ({
  DATABASE_URL: platform.url,
  DATA_DIR: dataDir,
  SECRET_KEY: 'a secret of the tests',
  PORT: String(closedPort),
});

const bucketSettings = (changes: Environment = {}): Environment => ({
  S3_BUCKET: storage.settings.bucket,
  S3_ENDPOINT: storage.settings.endpoint ?? '',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  ...changes,
});

async function examine(
  changes: Environment = {},
  options: DiagnosisOptions = {},
): Promise<Finding[]> {
  return (await diagnose({ ...settingsOf(), ...changes }, options)).findings;
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code);
const wrongOf = (findings: readonly Finding[]) =>
  codesOf(findings.filter((finding) => severityOf(finding) === 'wrong'));

/** Starts a server of bare sockets on a free port, which `talk` answers. */
async function startSocketServer(
  talk: (socket: Socket) => void,
): Promise<{ port: number; server: Server }> {
  const server = createServer(talk).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

/** Starts a mail server that greets everybody, and refuses every sign-in. */
const startMailServer = () =>
  startSocketServer((socket) => {
    socket.write('220 mail.example.com\r\n');
    socket.on('data', (line) => {
      if (line.includes('EHLO')) socket.write('250-mail.example.com\r\n250 AUTH PLAIN\r\n');
      else if (line.includes('AUTH')) socket.write('535 Refused\r\n');
      else socket.end('221 Bye\r\n');
    });
  });

describe('an installation in order', () => {
  // DEP-20, DEP-21
  test('is found right in every part, while it runs and while it does not', async () => {
    const [redis, mail] = await Promise.all([startRedis(), startMailServer()]);
    const parts = {
      ...bucketSettings(),
      ...(redis && { REDIS_URL: redis.url }),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'desk@consulting.example',
    };
    const resting = await examine(parts);
    expect(wrongOf(resting), describeAll(resting)).toEqual([]);
    const right = [
      'settings_usable',
      'database_answers',
      'secret_key_usable',
      'disk_has_room',
      'bucket_answers',
    ];
    expect(codesOf(resting)).toEqual(
      expect.arrayContaining([...right, 'mail_answers', ...(redis ? ['redis_answers'] : [])]),
    );
    expect(codesOf(resting)).toContain('product_rests');
    const running = await examine({ ...parts, PORT: new URL(platform.baseUrl).port });
    expect(wrongOf(running), describeAll(running)).toEqual([]);
    expect(codesOf(running)).toEqual(
      expect.arrayContaining(['product_runs', 'engine_runs', 'proxy_not_needed', 'clock_agrees']),
    );
    mail.server.close();
    await redis?.stop();
  });
});

const describeAll = (findings: readonly Finding[]) => findings.map(describeFinding).join('\n');

describe('what is wrong is found and told apart', () => {
  const addressOf = (change: (url: URL) => void): string => {
    const url = new URL(platform.url);
    change(url);
    return url.href;
  };

  // DEP-20
  test.each<[string, () => Environment, string]>([
    [
      'a Postgres that is not there',
      () => ({ DATABASE_URL: `postgres://me@127.0.0.1:${closedPort}/app` }),
      'database_unreachable',
    ],
    [
      'a wrong password',
      () => ({
        DATABASE_URL: addressOf((url) => {
          url.password = 'wrong';
        }),
      }),
      'database_sign_in_refused',
    ],
    [
      'a missing database',
      () => ({ DATABASE_URL: withDatabaseName(platform.url, 'absent') }),
      'database_missing',
    ],
    [
      'an owner who is not there',
      () => ({ DATABASE_OWNER_URL: `postgres://me@127.0.0.1:${closedPort}/app` }),
      'database_unreachable',
    ],
    [
      'services that log in as a superuser',
      () => ({ DATABASE_URL: platform.adminUrl, DATABASE_OWNER_URL: platform.adminUrl }),
      'role_too_strong',
    ],
    [
      'a closed mail port',
      () => ({ SMTP_URL: `smtp://127.0.0.1:${closedPort}`, MAIL_FROM: 'a@b.example' }),
      'mail_unreachable',
    ],
    ['a bucket that is not there', () => bucketSettings({ S3_BUCKET: 'absent' }), 'bucket_missing'],
    [
      'a key of the bucket that is unknown',
      () => bucketSettings({ S3_ACCESS_KEY_ID: 'UNKNOWN' }),
      'bucket_refused',
    ],
    [
      'a storage that is not there',
      () => bucketSettings({ S3_ENDPOINT: `http://127.0.0.1:${closedPort}` }),
      'bucket_unreachable',
    ],
    [
      'a Redis that is not there',
      () => ({ REDIS_URL: `redis://127.0.0.1:${closedPort}` }),
      'redis_unreachable',
    ],
    [
      'a model server that is not there',
      () => ({
        OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${closedPort}/v1`,
        OPENAI_COMPATIBLE_MODELS: 'one',
      }),
      'models_unreachable',
    ],
    [
      'a folder that cannot be written',
      () => ({ DATA_DIR: join(fileURLToPath(import.meta.url), 'data') }),
      'disk_not_writable',
    ],
    ['a setting that is no port', () => ({ PORT: 'http' }), 'settings_unusable'],
  ])('%s', async (_case, changes, code) => {
    expect(wrongOf(await examine(changes()))).toEqual([code]);
  });

  // DEP-20
  test('a refused sign-in at the mail server, and a sender of this machine', async () => {
    const mail = await startMailServer();
    const findings = await examine({ SMTP_URL: `smtp://desk:wrong@127.0.0.1:${mail.port}` });
    expect(wrongOf(findings)).toEqual(['mail_sign_in_refused', 'mail_sender_local']);
    mail.server.close();
  });

  // DEP-20
  test('a clock that differs from that of the database, in either direction', async () => {
    const fast = await examine({}, { now: () => Date.now() + 60_000 });
    expect(fast).toContainEqual({
      subject: 'clock',
      code: 'clock_differs',
      values: { source: 'the database', seconds: 60, direction: 'ahead of' },
    });
    const slow = await examine({}, { now: () => Date.now() - 3_600_000 });
    expect(describeAll(slow)).toContain('is 3600 s behind that of the database');
  });

  // DEP-20
  test('a clock that differs from the Date header at BASE_URL, and another program there', async () => {
    const server = await startLocalServer((_request, response) => {
      response
        .writeHead(404, { date: new Date(Date.now() - 90_000).toUTCString() })
        .end('nothing here');
    });
    const findings = await examine({
      BASE_URL: `http://127.0.0.1:${server.port}`,
      PORT: new URL(platform.baseUrl).port,
      TRUST_PROXY: '127.0.0.1',
    });
    expect(wrongOf(findings)).toEqual(['clock_differs', 'proxy_elsewhere']);
    await server.close();
  });

  // DEP-20
  test('a certificate that nobody trusts, a proxy that is not named, and an address without TLS', async () => {
    const server = await startLocalTlsServer('localhost', (_request, response) => response.end());
    const encrypted = await examine({ BASE_URL: `https://localhost:${server.port}` });
    expect(wrongOf(encrypted)).toEqual(['proxy_certificate', 'proxy_not_trusted']);
    const open = await examine({ BASE_URL: 'http://consulting.invalid', TRUST_PROXY: '1' });
    expect(wrongOf(open)).toEqual(['proxy_unreachable', 'proxy_not_encrypted']);
    await server.close();
  });

  // DEP-20
  test('a port that another program has, and a proxy that shows what is for the inside', async () => {
    const server = await startLocalServer((request, response) => {
      response.end(request.url === '/api/health' ? '{"service":"platform"}' : 'metrics');
    });
    const taken = await startLocalServer((_request, response) => response.end('hello'));
    const findings = await examine({
      PORT: String(taken.port),
      BASE_URL: `http://127.0.0.1:${server.port}`,
      TRUST_PROXY: '127.0.0.1',
    });
    expect(wrongOf(findings)).toEqual(['port_taken', 'proxy_open_inside']);
    await Promise.all([server.close(), taken.close()]);
  });

  // DEP-20
  test('a model that its server does not have', async () => {
    const server = await startLocalServer((_request, response) =>
      response.end('{"data":[{"id":"one:latest"}]}'),
    );
    const findings = await examine({
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${server.port}/v1`,
      OPENAI_COMPATIBLE_MODELS: 'one,two',
    });
    expect(findings).toContainEqual({
      subject: 'models',
      code: 'model_missing',
      values: { provider: 'the OpenAI-compatible server', model: 'two' },
    });
    expect(wrongOf(findings)).toEqual(['model_missing']);
    await server.close();
  });

  // DEP-20
  test('a secret that is not that of the data, and a key that others can read or that is lost', async () => {
    const { tenantId } = await createKeyedTenant(platform);
    await platform.services.tenantKeys.forWriting(tenantId);
    expect(wrongOf(await examine())).toEqual(['secret_key_other']);
    const lost = { SECRET_KEY: '' };
    expect(wrongOf(await examine(lost))).toEqual(['secret_key_lost']);
    await writeFile(join(dataDir, 'secret.key'), 'another secret of the tests\n', { mode: 0o644 });
    expect(wrongOf(await examine(lost))).toEqual(['secret_key_other', 'secret_key_open']);
    await rm(join(dataDir, 'secret.key'));
    const owned = await examine({ ...lost, DATA_DIR: platform.dataDir });
    expect(wrongOf(owned), describeAll(owned)).toEqual([]);
  });

  // DEP-20
  test('a database of a former release', async () => {
    const record = (expression: string) =>
      platform.asSuperuser(
        `update public.schema_migrations set checksum = ${expression} where name = 'schema.sql'`,
      );
    await record('reverse(checksum)');
    const findings = await examine({ SECRET_KEY: '', DATA_DIR: platform.dataDir });
    await record('reverse(checksum)');
    expect(wrongOf(findings)).toEqual(['database_other']);
  });

  // DEP-20
  test('a database of a newer release', async () => {
    const name = '9999_from_the_future.sql';
    await platform.asSuperuser(
      'insert into public.schema_migrations (name, checksum) values ($1, $1)',
      [name],
    );
    expect(wrongOf(await examine({ SECRET_KEY: '', DATA_DIR: platform.dataDir }))).toEqual([
      'database_newer',
    ]);
    await platform.asSuperuser('delete from public.schema_migrations where name = $1', [name]);
  });
});

// DEP-21
test('a check that gets no answer is given up', async () => {
  const { port, server } = await startSocketServer(() => undefined);
  const silent = {
    DATABASE_URL: `postgres://me@127.0.0.1:${port}/app`,
    REDIS_URL: `redis://127.0.0.1:${port}`,
  };
  const findings = await examine(silent, { limitMs: 300 });
  const late = findings.filter(({ code }) => code === 'timed_out').map(({ subject }) => subject);
  expect(late).toEqual(expect.arrayContaining(['database', 'redis']));
  server.close();
});

// DEP-20
test('a product without an engine is found wrong', async () => {
  const running = { PORT: new URL(platform.baseUrl).port };
  expect(codesOf(await examine(running))).toContain('engine_runs');
  await platform.engine.goDown();
  try {
    expect(wrongOf(await examine(running))).toContain('engine_missing');
  } finally {
    await platform.engine.comeBack();
  }
});

// DEP-21
test('each finding is one line, whatever its values hold', () => {
  for (const code of Object.keys(findingTexts) as Finding['code'][]) {
    const line = describeFinding({ subject: 'mail', code, values: { reason: 'first\nsecond' } });
    expect(line).not.toContain('\n');
    expect(line).not.toMatch(/[{}]/);
  }
});

describe('the command', () => {
  const script = fileURLToPath(new URL('../doctor.ts', import.meta.url));
  const run = async (environment: Environment, ...options: string[]) => {
    const { PATH } = process.env;
    const doctor = promisify(execFile)(process.execPath, [script, ...options], {
      env: { PATH, ...environment },
    });
    return doctor.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  };

  // DEP-20, DEP-21
  test('ends with 0 before the first start, and with 1 and without a secret if something is wrong', async () => {
    const folder = join(dataDir, randomUUID());
    const first = await run({ DATA_DIR: folder, PORT: String(closedPort) });
    expect(first, first.stdout).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Nothing is wrong\.\n$/),
    });
    const password = 'swordfish-of-the-database';
    const wrong = {
      DATABASE_URL: `postgres://me:${password}@127.0.0.1:${closedPort}/app`,
      SMTP_URL: `smtp://me:${password}@127.0.0.1:${closedPort}`,
      SECRET_KEY: password,
      PORT: String(closedPort),
      DATA_DIR: folder,
    };
    const { code, stdout } = await run(wrong);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^wrong +database +nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\): start Postgres/m,
    );
    expect(stdout).toMatch(/\d to put right\.\n$/);
    expect(stdout).not.toContain(password);
    const facts = JSON.parse((await run(wrong, '--json')).stdout) as Finding[];
    expect(facts.find(({ subject }) => subject === 'database')).toMatchObject({
      severity: 'wrong',
      code: 'database_unreachable',
      values: { setting: 'DATABASE_URL' },
    });
  });
});
