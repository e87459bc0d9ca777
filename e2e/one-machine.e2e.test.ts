import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type BillingPlanLimits,
  billingPlanLimits,
} from '@ecp/contract/identity/billing-plan-limits';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import { Agent, FormData, fetch, type RequestInit, type Response } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDeclaredSettings } from '../scripts/docs/compare-settings.ts';
import { queryProduct } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';

const folder = join(root, 'deploy/one-machine');
const has = (program: string, flag: string) => !spawnSync(program, [flag]).error;
const hasNginx = has('nginx', '-v') && has('openssl', 'version');
if (!hasNginx)
  console.error(
    '\n*** SKIPPED: without nginx and openssl, deploy/one-machine was not tested ***\n',
  );
const hasSystemd = has('systemd-analyze', '--version');
if (!hasSystemd)
  console.error('\n*** SKIPPED: without systemd-analyze, the units were not verified ***\n');

/**
 * The product behind the nginx of this machine with the shipped site, as docs/hosting.md sets it
 * up.
 */
describe.runIf(hasNginx)('the product on one machine', () => {
  const data = copyPreparedDataDir();
  let place: string;
  let certificate: string;
  let product: RunningProduct;
  let nginx: SupervisedProcess;
  let agent: Agent;
  let ports: { plain: number; encrypted: number; platform: number };
  let settings: Record<string, string>;
  let cookie: string;

  const baseUrl = () => `https://localhost:${ports.encrypted}`;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(baseUrl() + path, {
      dispatcher: agent,
      redirect: 'manual',
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string> | undefined) },
    });
  const post = (path: string, body: object) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'one-machine-'));
    // Started by root, nginx works as a user without rights.
    await chmod(place, 0o755);
    const [plain, encrypted, platform] = [
      await chooseTestPort(),
      await chooseTestPort(),
      await chooseTestPort(),
    ];
    ports = { plain, encrypted, platform };
    certificate = join(place, 'certificate.pem');
    makeCertificate(place, certificate);
    settings = { BASE_URL: baseUrl(), TRUST_PROXY: '127.0.0.1', PORT: String(platform) };
    // Each call of a run takes so long that no run ends while its stream is read.
    const environment = { ...settings, LOCAL_MODEL_LATENCY_MS: '3000' };
    cookie = '';
    // undici's HTTP/2 drops an answer that comes before the whole body was sent; browsers and curl
    // do not.
    agent = new Agent({ connect: { ca: await readFile(certificate) }, allowH2: false });
    product = await startProduct({ dataDir: data.dataDir, environment });
    nginx = await startNginx(place, ports, certificate);
    const account = {
      company: 'Acme',
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse',
    };
    const { status, headers } = await post('/api/auth/sign-up/email', account);
    expect(status).toBe(201);
    const [session = ''] = headers.getSetCookie();
    expect(session).toContain('Secure');
    cookie = session.split(';', 1)[0] ?? '';
  });
  afterAll(async () => {
    await nginx?.stop();
    await product?.stop();
    await agent?.close();
    await data.remove();
    await rm(place, { recursive: true, force: true });
  });

  const createEngagement = async (): Promise<string> => {
    const example = await readFile(
      join(root, 'examples/regional-coffee-roaster/engagement.json'),
      'utf8',
    );
    const answer = await post('/api/engagements', JSON.parse(example) as object);
    expect(answer.status).toBe(201);
    return `/api/engagements/${((await answer.json()) as { id: string }).id}`;
  };

  const expectRefusal = async (answer: Response, status: number, code: string) => {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({ code });
  };

  // DEP-22
  test('people come by https alone, and reach nothing that is for the inside', async () => {
    const plain = await fetch(`http://localhost:${ports.plain}/sign-in?a=1`, {
      redirect: 'manual',
    });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      'https://localhost/sign-in?a=1',
    ]);
    const page = await ask('/sign-in');
    expect(page.status).toBe(200);
    expect(page.headers.get('strict-transport-security')).toContain('max-age=');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('server')).toBe('nginx');
    expect(page.headers.get('upgrade')).toBeNull();
    expect((await ask('/api/engagements')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(404);
  });

  // DEP-22
  test('an event of a run arrives while the run is still at work', async () => {
    const path = await createEngagement();
    expect((await post(`${path}/run`, {})).status).toBe(200);
    const ended = new AbortController();
    const stream = await ask(`${path}/stream`, { signal: ended.signal });
    let text = '';
    for await (const piece of stream.body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString('utf8');
      if (text.includes('"type":"task_started"')) break;
    }
    expect(text).toContain('"type":"task_started"');
    expect(await (await ask(`${path}/status`)).json()).toMatchObject({ status: 'running' });
    ended.abort();
    expect((await post(`${path}/stop`, {})).status).toBe(200);
  });

  // DEP-16, DEP-22
  test('a file of the largest size that a plan allows is stored, and a larger one is refused in the form of the API', async () => {
    const largest = Object.values<BillingPlanLimits>(billingPlanLimits).map(
      ({ fileSizeBytes }) => fileSizeBytes,
    );
    const [sizeBytes] = largest.sort((one, other) => other - one);
    const path = await createEngagement();
    const upload = (bytes: number) => {
      const form = new FormData();
      const beginning = Buffer.from('PK\u0003\u0004');
      form.set(
        'file',
        new Blob([beginning, Buffer.alloc(bytes - beginning.length)]),
        'archive.zip',
      );
      form.set('category', 'data');
      return ask(`${path}/attachments`, { method: 'POST', body: form });
    };
    await queryProduct(data.dataDir, "update platform.tenants set plan = 'enterprise'");
    expect((await upload(sizeBytes ?? 0)).status).toBe(201);
    await expectRefusal(await upload((sizeBytes ?? 0) + 3_000_000), 413, 'payload_too_large');
    await expectRefusal(
      await post('/api/engagements', { name: 'x'.repeat(6_000_000) }),
      413,
      'payload_too_large',
    );
  });

  // DEP-20, DEP-22
  test('the doctor finds nothing wrong', async () => {
    const environment = {
      ...process.env,
      ...settings,
      DATA_DIR: data.dataDir,
      NODE_EXTRA_CA_CERTS: certificate,
    };
    const doctor = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], {
      cwd: root,
      env: environment,
    });
    const { stdout } = await doctor.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^ok +proxy +https:\/\/localhost:\d+ leads to the platform$/m);
    expect(stdout).toContain('Nothing is wrong.');
  });

  // DEP-23
  test('the nightly backup makes a whole folder beside the running product, and deletes old ones', async () => {
    const backups = join(place, 'backups');
    const old = join(backups, '2020-01-01T020000Z');
    await mkdir(old, { recursive: true });
    await mkdir(join(backups, '2020-01-02T020000Z.partial'));
    await utimes(old, new Date(0), new Date(0));
    const environment = { ...process.env, DATA_DIR: data.dataDir };
    await promisify(execFile)(join(folder, 'back-up.sh'), [backups], {
      cwd: root,
      env: environment,
    });
    const [name = '', ...others] = await readdir(backups);
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/);
    const manifest = await readFile(join(backups, name, 'database/manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ takenAt: expect.any(String) });
  });

  // DEP-22
  test('while the product restarts, callers are told to come again', async () => {
    await product.stop();
    const answer = await ask('/api/health');
    expect(answer.headers.get('retry-after')).toBe('5');
    await expectRefusal(answer, 503, 'service_unavailable');
  });
});

/** Makes a certificate for localhost that nobody but these tests trusts; the key is beside it. */
function makeCertificate(place: string, certificate: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(place, 'key.pem'), '-out', certificate];
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ];
  execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
}

/**
 * Starts nginx with the shipped site inside a frame like Debian's nginx.conf, on other ports and
 * with our certificate.
 */
async function startNginx(
  place: string,
  { plain, encrypted, platform }: { plain: number; encrypted: number; platform: number },
  certificate: string,
): Promise<SupervisedProcess> {
  const site = (await readFile(join(folder, 'nginx-site.conf'), 'utf8'))
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${encrypted} `)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${platform}`)
    .replaceAll('server_name consulting.example.com', 'server_name localhost')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(place, 'key.pem')};`);
  await writeFile(join(place, 'site.conf'), site);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = own.map((name) => `${name}_temp_path ${place}/${name};`).join('\n  ');
  const frame = `pid ${place}/nginx.pid;
error_log stderr warn;
events { worker_connections 768; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  gzip on;
  ${temporary}
  include ${place}/site.conf;
}
`;
  await writeFile(join(place, 'nginx.conf'), frame);
  const nginx = new SupervisedProcess({
    name: 'nginx',
    command: ['nginx', '-c', join(place, 'nginx.conf'), '-p', place, '-g', 'daemon off;'],
    cwd: place,
    environment: { PATH: process.env['PATH'] ?? '' },
    logPath: join(place, 'nginx.log'),
    isReady: () =>
      fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }).then(
        ({ status }) => status === 301,
        () => false,
      ),
  });
  await nginx.start();
  return nginx;
}

// DEP-23
test.runIf(hasSystemd)('systemd knows every line of the units', async () => {
  const place = await mkdtemp(join(tmpdir(), 'units-'));
  const units = (await readdir(folder)).filter((name) => /\.(service|timer)$/.test(name));
  expect(units).toHaveLength(3);
  for (const unit of units) {
    // The programs that units start must exist where they are verified.
    const text = (await readFile(join(folder, unit), 'utf8')).replaceAll(
      '/opt/engagements',
      root.replace(/\/$/, ''),
    );
    await writeFile(join(place, unit), text);
  }
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map((unit) => join(place, unit))],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  await rm(place, { recursive: true });
});

// DEP-23
test('the example of the environment has settings of the product alone, and each is one line', async () => {
  const files = ['apps/server/src/config.ts', 'packages/contract/src/engine/engine-environment.ts'];
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const declared = new Set(sources.flatMap(readDeclaredSettings));
  const example = await readFile(join(folder, 'environment.example'), 'utf8');
  const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = lines.map((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? line);
  expect(names.filter((name) => !declared.has(name))).toEqual([]);
});
