import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../src/storage/s3-storage.ts';

export interface S3Server {
  settings: S3Settings;
  /** Port of 127.0.0.1. */
  port: number;
  close(): Promise<void>;
}

/** Starts a server that speaks S3 on a free port, with one empty bucket. */
export async function startS3Server(port = 0): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'ecp-s3-'));
  const bucket = 'attachments';
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const address: AddressInfo = await server.run();
  return {
    port: address.port,
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${address.port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
