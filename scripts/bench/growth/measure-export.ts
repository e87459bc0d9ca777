import { readFile } from 'node:fs/promises';
import { median } from '../median.ts';
import { tenantKey } from './fill-tenants.ts';
import { startPlatform } from './start-platform.ts';

/** Figures of an export of the account; medians of its repeats. */
export interface ExportFigures {
  documents: number;
  sizeMb: number;
  seconds: number;
  firstByteMs: number;
  /** Growth of the resident memory of the platform, from before the first export to the highest value. */
  grownMb: number;
}

/** Deliverables of the exported tenant. */
export const exportSizes = { engagements: 5_000, documentsEach: 2 } as const;

/** Pages of the list before the exports. V8's memory for young objects has its full size of some 70 MB after them. */
const warmUpPages = 400;
const repeats = 5;
const sampleMs = 10;

/**
 * Exports the account of the large tenant of a filled database several times over HTTP, and watches the memory of the
 * platform.
 */
export async function measureExport(url: string, report: (line: string) => void): Promise<ExportFigures> {
  const { baseUrl, server } = await startPlatform(url);
  const pid = server.process.pid ?? 0;
  let highestMb = 0;
  try {
    for (let page = 0; page < warmUpPages; page += 1) await readWhole(`${baseUrl}/engagements?limit=200`);
    const beforeMb = await readMemoryMb(pid);
    const timer = setInterval(() => {
      void readMemoryMb(pid).then((mb) => {
        highestMb = Math.max(highestMb, mb);
      });
    }, sampleMs);
    const exports: Reading[] = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) exports.push(await readWhole(`${baseUrl}/account/export`));
    clearInterval(timer);
    const figures = {
      documents: exportSizes.engagements * exportSizes.documentsEach,
      sizeMb: median(exports.map(({ bytes }) => bytes / 1_048_576)),
      seconds: median(exports.map(({ seconds }) => seconds)),
      firstByteMs: median(exports.map(({ firstByteMs }) => firstByteMs)),
      grownMb: highestMb - beforeMb,
    };
    report(
      `Export: ${figures.sizeMb.toFixed(0)} MB, first byte ${figures.firstByteMs.toFixed(0)} ms, +${figures.grownMb.toFixed(0)} MB`,
    );
    return figures;
  } finally {
    await server.stop();
  }
}

interface Reading {
  bytes: number;
  seconds: number;
  firstByteMs: number;
}

/** Reads a response without keeping it. Throws when it is refused. */
async function readWhole(address: string): Promise<Reading> {
  const startedMs = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${tenantKey}` } });
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  let bytes = 0;
  let firstByteMs = Number.NaN;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    if (bytes === 0) firstByteMs = performance.now() - startedMs;
    bytes += chunk.length;
  }
  return { bytes, seconds: (performance.now() - startedMs) / 1_000, firstByteMs };
}

/** Returns the resident memory of a process in MB, from Linux' `/proc`. */
async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
