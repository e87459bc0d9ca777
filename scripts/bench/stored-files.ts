import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { encryptStorage } from '../../apps/platform/src/kernel/storage/encrypted-storage.ts';
import { openFolderStorage } from '../../apps/platform/src/kernel/storage/folder-storage.ts';
import type { ObjectStorage } from '../../apps/platform/src/kernel/storage/object-storage.ts';
import { openS3Storage } from '../../apps/platform/src/kernel/storage/s3-storage.ts';
import { startS3Server } from '../../apps/platform/testing/start-s3-server.ts';
import { median } from './median.ts';

/**
 * Measures writing and reading a file of 50 MB, and reading 1 MB from its middle, plain and encrypted in turns, in a folder
 * and on an S3 server in this process. Prints the medians, the longest delay of the event loop, and the memory taken.
 */
const megabyte = 1_048_576;
const sizeBytes = 50 * megabyte;
const turns = 15;
const content = Array.from({ length: sizeBytes / 65_536 }, () => randomBytes(65_536));
const middle = { start: sizeBytes / 2 - 123, end: sizeBytes / 2 - 123 + megabyte };
const dataKey = randomBytes(32);
const oneKey = { forWriting: async () => dataKey, forReading: async () => dataKey };

interface Turn {
  writeMs: number;
  readMs: number;
  rangeMs: number;
  /** Longest delay of the event loop. */
  delayMs: number;
  /** Most memory beyond that before the turn. */
  memoryMb: number;
}

async function* chunks(): AsyncGenerator<Buffer> {
  yield* content;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function drain(stream: Readable, wantedBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of stream) bytes += (chunk as Buffer).length;
  if (bytes !== wantedBytes) throw new Error(`${bytes} bytes instead of ${wantedBytes}`);
}

async function takeTurn(storage: ObjectStorage, key: string): Promise<Turn> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const beforeBytes = process.memoryUsage().rss;
  let peakBytes = beforeBytes;
  const watching = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 5);
  delays.enable();
  const writeMs = await timed(() => storage.put(key, chunks(), sizeBytes));
  const readMs = await timed(async () => drain(await storage.get(key), sizeBytes));
  const rangeMs = await timed(async () => drain((await storage.getRange(key, middle)).content, megabyte));
  delays.disable();
  clearInterval(watching);
  await storage.delete(key);
  return { writeMs, readMs, rangeMs, delayMs: delays.max / 1e6, memoryMb: (peakBytes - beforeBytes) / megabyte };
}

async function compare(place: string, storage: ObjectStorage): Promise<void> {
  const kinds: [string, ObjectStorage, string, Turn[]][] = [
    ['plain', storage, 'tenants/t/plain', []],
    ['encrypted', encryptStorage(storage, oneKey), 'tenants/t/file.enc', []],
  ];
  for (const [, each, key] of kinds) await takeTurn(each, key);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [, each, key, taken] of kinds) taken.push(await takeTurn(each, key));
  }
  for (const [kind, , , taken] of kinds) {
    const of = (name: keyof Turn) => median(taken.map((turn) => turn[name])).toFixed(name === 'rangeMs' ? 1 : 0);
    const worst = (name: keyof Turn) => Math.max(...taken.map((turn) => turn[name])).toFixed(0);
    const cells = [of('writeMs'), of('readMs'), of('rangeMs'), worst('delayMs'), worst('memoryMb')];
    console.log(`| ${place} | ${kind} | ${cells.join(' | ')} |`);
  }
}

console.log(
  '| storage | file | write 50 MB, ms | read 50 MB, ms | read 1 MB of it, ms | longest delay, ms | memory, MB |',
);
console.log('|---|---|---|---|---|---|---|');
const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
await compare('folder', openFolderStorage(folder));
await rm(folder, { recursive: true });
const server = await startS3Server();
const s3 = openS3Storage(server.settings);
await compare('S3', s3);
s3.close();
await server.close();
