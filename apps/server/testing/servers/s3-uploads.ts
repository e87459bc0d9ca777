import { readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';

/** A multipart upload that has begun and was neither completed nor aborted. */
export interface IncompleteUpload {
  uploadId: string;
  key: string;
}

/**
 * Where s3rver stores the parts of incomplete uploads: one folder for each, with its key in a file.
 */
const uploadsFolder = (directory: string, bucket: string) =>
  join(directory, bucket, '._S3rver_uploads');
/** Uploads per response; few, so that tests read several pages. */
const pageLength = 2;

/** Lists the incomplete uploads of a bucket in S3's order. */
export async function listIncompleteUploads(
  directory: string,
  bucket: string,
): Promise<IncompleteUpload[]> {
  const folder = uploadsFolder(directory, bucket);
  const ids = await readdir(folder).catch(() => []);
  const uploads = ids.map(async (uploadId) => {
    const key = await readFile(join(folder, uploadId, 'key'), 'utf8').catch(() => null);
    return key === null ? [] : [{ uploadId, key }];
  });
  return (await Promise.all(uploads)).flat().sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
const order = ({ key, uploadId }: IncompleteUpload) => `${key}\n${uploadId}`;

/**
 * Adds what s3rver lacks: listing incomplete uploads, aborting them, and refusing parts of aborted
 * ones.
 */
export function serveIncompleteUploads(server: Server, directory: string, bucket: string): void {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const answer = await answerUploads(request.method ?? '', url, directory, bucket);
    if (answer === null) for (const listener of others) listener(request, response);
    else response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body);
  });
}

async function answerUploads(
  method: string,
  { pathname, searchParams }: URL,
  directory: string,
  bucket: string,
) {
  if (pathname === `/${bucket}` || pathname === `/${bucket}/`) {
    if (method !== 'GET' || !searchParams.has('uploads')) return null;
    return {
      status: 200,
      body: listPage(await listIncompleteUploads(directory, bucket), searchParams),
    };
  }
  const uploadId = searchParams.get('uploadId');
  if (uploadId === null || !pathname.startsWith(`/${bucket}/`)) return null;
  const known = (await listIncompleteUploads(directory, bucket)).some(
    (upload) => upload.uploadId === uploadId,
  );
  if (!known)
    return {
      status: 404,
      body: '<Error><Code>NoSuchUpload</Code><Message>No such upload</Message></Error>',
    };
  if (method !== 'DELETE') return null;
  await rm(join(uploadsFolder(directory, bucket), uploadId), { recursive: true, force: true });
  return { status: 204, body: '' };
}

function listPage(all: IncompleteUpload[], asked: URLSearchParams): string {
  const after = order({
    key: asked.get('key-marker') ?? '',
    uploadId: asked.get('upload-id-marker') ?? '',
  });
  const prefix = asked.get('prefix') ?? '';
  const left = all.filter(
    (upload) => upload.key.startsWith(prefix) && (after === '\n' || order(upload) > after),
  );
  const page = left.slice(0, pageLength);
  const last = page.at(-1);
  const next =
    last &&
    `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.uploadId}</NextUploadIdMarker>`;
  const uploads = page.map(
    ({ key, uploadId }) => `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId></Upload>`,
  );
  const isTruncated = left.length > page.length;
  return `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${next ?? ''}${uploads.join('')}</ListMultipartUploadsResult>`;
}
