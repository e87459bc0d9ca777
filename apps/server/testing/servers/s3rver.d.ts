/** Types of the parts of s3rver that the tests use, since it has none. */
declare module 's3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  export interface StoredObject {
    bucket: string;
    key: string;
    content: Buffer | NodeJS.ReadableStream;
    metadata: Record<string, string>;
  }
  export interface ObjectStore {
    getResourcePath(
      bucket: string,
      key: string,
      resource: 'object' | 'object.md5' | 'metadata.json',
    ): string;
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
    putMetadata(
      bucket: string,
      key: string,
      metadata: Record<string, string>,
      md5: string,
    ): Promise<void>;
  }

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: Buffer[] }[];
    });
    httpServer: Server;
    store: ObjectStore;
    /** Koa's context, whose `onerror` answers a request that failed. */
    context: { onerror(this: { method: string; url: string }, error: unknown): void };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
