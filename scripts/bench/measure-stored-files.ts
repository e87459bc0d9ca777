import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { encryptStorage } from '../../apps/platform/src/kernel/storage/encrypted-storage.ts';
import { openFolderStorage } from '../../apps/platform/src/kernel/storage/folder-storage.ts';
import type { ObjectStorage } from '../../apps/platform/src/kernel/storage/object-storage.ts';
import {
  createSegmentCipher,
  fileFormat,
  plainBytesOf,
} from '../../apps/platform/src/kernel/storage/segment-cipher.ts';
import { median } from './median.ts';

const megabyte = 1_048_576;
const sizeBytes = 50 * megabyte;
const turns = 9;
const content = Array.from({ length: sizeBytes / 65_536 }, () => randomBytes(65_536));
const middle = { start: sizeBytes / 2 - 123, end: sizeBytes / 2 - 123 + megabyte };
const dataKey = randomBytes(32);
const oneKey = { forWriting: async () => dataKey, forReading: async () => dataKey };

/** Figures of one kind of file. */
export interface FileFigures {
  writeMs: number;
  readMs: number;
  rangeMs: number;
  /** Longest delay of the event loop. */
  delayMs: number;
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

async function takeTurn(storage: ObjectStorage, key: string): Promise<FileFigures> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const writeMs = await timed(() => storage.put(key, chunks(), sizeBytes));
  const readMs = await timed(async () => drain(await storage.get(key), sizeBytes));
  const rangeMs = await timed(async () => drain((await storage.getRange(key, middle)).content, megabyte));
  delays.disable();
  await storage.delete(key);
  return { writeMs, readMs, rangeMs, delayMs: delays.max / 1e6 };
}

/**
 * Figures of plain and of encrypted files, and the time of one segment, the longest work without a pause for others.
 */
export interface StoredFileFigures {
  plain: FileFigures;
  encrypted: FileFigures;
  segmentUs: number;
}

/**
 * Measures writing and reading a file of 50 MB in a folder, and reading 1 MB from its middle, plain and encrypted in
 * turns. Figures are medians; the delay is the longest of all turns.
 */
export async function measureStoredFiles(report: (line: string) => void): Promise<StoredFileFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
  try {
    report('Stored files');
    const storage = openFolderStorage(folder);
    const sealed = encryptStorage(storage, oneKey);
    const taken: Record<'plain' | 'encrypted', FileFigures[]> = { plain: [], encrypted: [] };
    // The first turn of each only warms up.
    for (let turn = 0; turn <= turns; turn += 1) {
      taken.plain.push(await takeTurn(storage, 'tenants/t/plain'));
      taken.encrypted.push(await takeTurn(sealed, 'tenants/t/file.enc'));
    }
    const { plain, encrypted } = taken;
    return { plain: summarize(plain.slice(1)), encrypted: summarize(encrypted.slice(1)), segmentUs: measureSegment() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function summarize(taken: readonly FileFigures[]): FileFigures {
  const middleOf = (name: keyof FileFigures) => median(taken.map((turn) => turn[name]));
  const [writeMs, readMs, rangeMs] = [middleOf('writeMs'), middleOf('readMs'), middleOf('rangeMs')];
  return { writeMs, readMs, rangeMs, delayMs: Math.max(...taken.map(({ delayMs }) => delayMs)) };
}

function measureSegment(): number {
  const cipher = createSegmentCipher(dataKey, 'tenants/t/file.enc', fileFormat);
  const segment = randomBytes(plainBytesOf(1, fileFormat));
  const sealedMs: number[] = [];
  for (let index = 1; index < 2_000; index += 1) {
    const startedMs = performance.now();
    cipher.seal(segment, index, false);
    sealedMs.push(performance.now() - startedMs);
  }
  return 1_000 * median(sealedMs);
}
