import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import S3rver from 's3rver';
import type { S3Settings } from '../../src/kernel/settings.ts';
import {
  type IncompleteUpload,
  listIncompleteUploads,
  serveIncompleteUploads,
} from './s3-uploads.ts';
import { writeObjectsSafely } from './write-s3-objects.ts';

export interface S3Server {
  settings: S3Settings;
  /** Port on 127.0.0.1. */
  port: number;
  /** Folder of the stored objects. */
  directory: string;
  /** Multipart uploads that were neither completed nor aborted. */
  incompleteUploads(): Promise<IncompleteUpload[]>;
  /** Stops the server; its objects remain. */
  stop(): Promise<void>;
  /** Stops the server and deletes its objects. */
  close(): Promise<void>;
}

/**
 * Starts a server with the S3 API on a free port with one empty bucket, or restarts an earlier one
 * that was stopped. Without `listsUploads`, the server cannot list incomplete uploads.
 */
export async function startS3Server(
  earlier?: { port: number; directory: string },
  listsUploads = true,
): Promise<S3Server> {
  const directory = earlier?.directory ?? (await mkdtemp(join(tmpdir(), 'ecp-s3-')));
  const bucket = 'attachments';
  const server = new S3rver({
    address: '127.0.0.1',
    port: earlier?.port ?? 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  writeObjectsSafely(server.store);
  printFaults(server);
  const { port }: AddressInfo = await server.run();
  if (listsUploads) serveIncompleteUploads(server.httpServer, directory, bucket);
  const stop = async () => {
    server.httpServer.closeAllConnections();
    await server.close();
  };
  return {
    port,
    directory,
    incompleteUploads: () => listIncompleteUploads(directory, bucket),
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop,
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Prints a fault of the server itself, which its clients see as an internal error without a cause.
 */
function printFaults(server: S3rver): void {
  const { onerror } = server.context;
  server.context.onerror = function (error) {
    if (error instanceof Error && error.constructor.name !== 'S3Error') {
      process.stderr.write(`S3 server: ${this.method} ${this.url}: ${inspect(error)}\n`);
    }
    onerror.call(this, error);
  };
}
