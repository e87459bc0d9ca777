import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import { maxDeckTemplateBytes, putDeckTemplate } from '@ecp/contract/reach/decks';
import { importDeliverable, maxWordFileBytes } from '@ecp/contract/reach/exports';
import { uploadAttachment } from '@ecp/contract/work/attachments';
import { draftFromFile } from '@ecp/contract/work/engagements';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shipped = fileURLToPath(new URL('../../deploy/nginx/nginx.conf', import.meta.url));
const isInstalled = !spawnSync('nginx', ['-v']).error;
if (!isInstalled)
  console.error('\n*** SKIPPED: without nginx nothing was tested of deploy/nginx/nginx.conf ***\n');

/**
 * The nginx of the machine, such as that of Debian 12, with the shipped settings in front of a
 * server that counts bytes.
 */
describe.runIf(isInstalled)('the shipped settings in the nginx of this machine', () => {
  let upstream: Server;
  let nginx: SupervisedProcess;
  let folder: string;
  let baseUrl: string;

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      let sizeBytes = 0;
      request.on('data', (chunk: Buffer) => {
        sizeBytes += chunk.length;
      });
      request.on('end', () => response.end(String(sizeBytes)));
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    // Started by root, nginx works as a user without rights.
    await chmod(folder, 0o755);
    const listening = await chooseTestPort();
    const settings = (await readFile(shipped, 'utf8'))
      .replaceAll(/server platform-\d:\d+/g, `server 127.0.0.1:${port}`)
      .replaceAll('listen 0.0.0.0:8080', `listen 127.0.0.1:${listening}`)
      .replaceAll('/tmp/', `${folder}/`);
    const config = join(folder, 'nginx.conf');
    await writeFile(config, settings);
    baseUrl = `http://127.0.0.1:${listening}`;
    nginx = new SupervisedProcess({
      name: 'nginx',
      command: ['nginx', '-c', config, '-p', folder, '-g', 'daemon off;'],
      cwd: folder,
      environment: { PATH: process.env['PATH'] ?? '' },
      logPath: join(folder, 'nginx.log'),
      isReady: () =>
        fetch(`${baseUrl}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
    });
    await nginx.start();
  });
  afterAll(async () => {
    await nginx?.stop();
    upstream.close();
    upstream.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (method: string, path: string, sizeBytes: number) => {
    const response = await fetch(baseUrl + path.replaceAll(/:\w+/g, 'x'), {
      method,
      body: Buffer.alloc(sizeBytes),
    });
    return { status: response.status, text: await response.text() };
  };

  const mebibyte = 1_048_576;
  /** The form around a file is small. */
  const formBytes = 10_000;
  const files = [
    { endpoint: uploadAttachment, fileBytes: 100 * mebibyte },
    { endpoint: putDeckTemplate, fileBytes: maxDeckTemplateBytes },
    { endpoint: importDeliverable, fileBytes: maxWordFileBytes },
    { endpoint: draftFromFile, fileBytes: 10 * mebibyte },
  ] as const;

  // DEP-16, DEP-18
  test.each(files)(
    'take a file of $fileBytes bytes for $endpoint.name, and no larger one',
    async (file) => {
      const { method, path } = file.endpoint;
      const wholeBytes = file.fileBytes + formBytes;
      expect(await send(method, path, wholeBytes)).toEqual({
        status: 200,
        text: String(wholeBytes),
      });
      const refused = await send(method, path, file.fileBytes + 2 * mebibyte);
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
        413,
        { code: 'payload_too_large' },
      ]);
    },
  );

  // DEP-16, DEP-18
  test('take the body of every other endpoint, and no more', async () => {
    const taken = 4 * mebibyte;
    const withFile = new Set<string>(files.map(({ endpoint }) => endpoint.name));
    // The body of JSON has at most 4 MiB, and a logo 1 MB.
    const larger = allEndpoints.filter(
      ({ name, maxBodyBytes = 0 }) => !withFile.has(name) && maxBodyBytes > taken,
    );
    expect(larger).toEqual([]);
    expect(await send('PUT', '/api/engagements/x/deliverables/x', taken)).toMatchObject({
      status: 200,
    });
    expect(await send('PUT', '/api/engagements/x/deliverables/x', 6 * mebibyte)).toMatchObject({
      status: 413,
    });
  });

  // DEP-12
  test('hide the inside', async () => {
    expect(await send('POST', '/metrics', 1)).toMatchObject({ status: 404 });
  });
});
