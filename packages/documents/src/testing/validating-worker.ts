import { parentPort } from 'node:worker_threads';
import validate from '@ooxml-tools/validate';
import type { OfficeFile } from './validate-office.ts';

parentPort?.on(
  'message',
  async ({ id, bytes, kind }: { id: number; bytes: Uint8Array; kind: OfficeFile }) => {
    const faults = await validate(new Uint8Array(bytes), kind, 'Microsoft365').then(
      (errors) =>
        errors.map(({ description, path }) => `${path.partUri} ${path.xpath}: ${description}`),
      (error: unknown) => [String(error)],
    );
    parentPort?.postMessage({ id, faults });
  },
);
