import { randomBytes } from 'node:crypto';
import { request as openRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Attachment } from '@ecp/contract/work/attachments';
import { pollUntil } from '@ecp/testing/poll-until';
import { makeForm } from './hostile/example-requests.ts';
import { type SentAnswer, sendRequest } from './send-request.ts';
import type { TestPlatform } from './start-test-platform.ts';
import { createTestTenant, type TestTenant } from './test-tenant.ts';

type Content = string | Buffer | Uint8Array<ArrayBuffer>;
type Plan = 'starter' | 'professional' | 'enterprise';

/** A tenant with one engagement, and the calls that tests of attachments share. */
export interface AttachmentTenant extends TestTenant {
  engagementId: string;
  /** Path of the engagement's attachments. */
  path: string;
  /** Headers with the session cookie. */
  headers: Record<string, string>;
  /** Uploads a file and returns the response. */
  send(name: string, content: Content, fields?: Record<string, string>): Promise<SentAnswer>;
  /** Uploads a file; throws when it is refused. */
  upload(name: string, content: Content, fields?: Record<string, string>): Promise<Attachment>;
  fromUrl(url: unknown, more?: object): Promise<SentAnswer>;
  list(): Promise<Attachment[]>;
  /** Waits until the attachment's text has been extracted and returns both. */
  read(id: string): Promise<{
    attachment: Attachment;
    state: string;
    texts: { location: string | null; content: string }[];
  }>;
  downloadUrl(id: string): Promise<string>;
  /** Follows a download link on the platform under test. */
  download(url: string): Promise<{ status: number; headers: Headers; body: Buffer }>;
}

/** Signs up a tenant on a billing plan, with one engagement. */
export async function createAttachmentTenant(
  platform: TestPlatform,
  { plan = 'starter', ...fields }: { plan?: Plan; [field: string]: unknown } = {},
): Promise<AttachmentTenant> {
  const tenant = await createTestTenant(platform);
  await platform.asSuperuser('update platform.tenants set plan = $2 where id = $1', [
    tenant.tenantId,
    plan,
  ]);
  return addAttachmentEngagement(platform, tenant, fields);
}

/**
 * Adds an engagement to a tenant and returns the tenant with it. Tests of one file share a tenant
 * in this way: each tenant needs a process that reads its files.
 */
export async function addAttachmentEngagement(
  platform: TestPlatform,
  tenant: TestTenant,
  fields: Record<string, unknown> = {},
): Promise<AttachmentTenant> {
  const { id: engagementId } = await tenant.createEngagement(fields);
  const path = `/api/engagements/${engagementId}/attachments`;
  const headers = { cookie: tenant.cookie };
  const send: AttachmentTenant['send'] = (name, content, more = {}) =>
    sendRequest(
      platform,
      { method: 'POST', path, body: makeForm(more, { name, content }) },
      headers,
    );
  const list = async () => (await tenant.get<{ attachments: Attachment[] }>(path)).body.attachments;
  return {
    ...tenant,
    engagementId,
    path,
    headers,
    send,
    list,
    async upload(name, content, more) {
      const answer = await send(name, content, more);
      if (answer.status !== 201)
        throw new Error(`Upload answered ${answer.status}: ${answer.text}`);
      return attachmentIn(answer);
    },
    fromUrl: (url, more = {}) =>
      sendRequest(
        platform,
        { method: 'POST', path: `${path}/from-url`, body: { url, ...more } },
        headers,
      ),
    async read(id) {
      const state = await pollUntil(
        async () =>
          (
            await platform.asSuperuser<{ state: string }>(
              'select extraction_state as state from platform.attachments where id = $1',
              [id],
            )
          )[0]?.state ?? 'missing',
        (found) => found !== 'pending',
      );
      const texts = await platform.asSuperuser<{ location: string | null; content: string }>(
        'select location, content from platform.context_chunks where attachment_id = $1 order by ordinal',
        [id],
      );
      const attachment = (await list()).find((one) => one.id === id);
      if (!attachment) throw new Error(`There is no attachment ${id}`);
      return { attachment, state, texts };
    },
    async downloadUrl(id) {
      return (await tenant.get<{ downloadUrl: string }>(`${path}/${id}`)).body.downloadUrl;
    },
    async download(url) {
      const response = await fetch(new URL(new URL(url).pathname, platform.baseUrl));
      return {
        status: response.status,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
}

/**
 * Makes a file of a size that is stored and takes no time to read: only the beginning of a ZIP
 * archive.
 */
export function makeUnreadArchive(sizeBytes: number): Buffer {
  const archive = Buffer.alloc(sizeBytes);
  archive.write('PK\x03\x04');
  return archive;
}

/** Returns the attachment in a 201 response. */
export function attachmentIn({ text }: SentAnswer): Attachment {
  return (JSON.parse(text) as { attachment: Attachment }).attachment;
}

/** Sends a handwritten form of unknown length piece by piece, as no client library would. */
export async function sendPieces(
  { baseUrl }: Pick<TestPlatform, 'baseUrl'>,
  { path, headers }: Pick<AttachmentTenant, 'path' | 'headers'>,
  pieces: (boundary: string) => AsyncIterable<Buffer | string>,
): Promise<{ status: number; text: string }> {
  const boundary = `b${randomBytes(8).toString('hex')}`;
  const { hostname, port } = new URL(baseUrl);
  const request = openRequest({
    hostname,
    port,
    path,
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('response', (response) => {
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, text }),
        reject,
      );
    });
    request.on('error', reject);
  });
  const sending = (async () => {
    for await (const piece of pieces(boundary)) {
      if (request.destroyed) return;
      if (!request.write(piece))
        await Promise.race([answered, new Promise((resolve) => request.once('drain', resolve))]);
    }
    request.end();
  })();
  const answer = await answered;
  await sending;
  request.destroy();
  return answer;
}
