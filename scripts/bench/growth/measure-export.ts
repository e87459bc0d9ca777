import { readFile } from 'node:fs/promises';
import type { BenchDatabase } from '../bench-database.ts';
import { median } from '../median.ts';
import { startPlatform } from '../start-platform.ts';
import { fillTenants, tenantKey } from './fill-tenants.ts';

/** Figures of an export of the account. */
export interface ExportFigures {
  documents: number;
  /** Medians of the exports. */
  sizeMb: number;
  seconds: number;
  /** Time to the first byte in a new process, and the median of the later exports. */
  firstByteMs: { first: number; later: number };
  /**
   * Growth of the resident memory from before the first export, which also pays for code and V8's own space, to the
   * highest value during that export, and during all of them.
   */
  grownMb: { first: number; all: number };
}

/** At most so many milliseconds to the first byte, and MB of growth. */
export const exportGoals = { firstByteMs: 200, grownMb: 50 } as const;

const sizes = { engagements: 5_000, documentsEach: 2 } as const;
/** Exports after the first one. */
const laterExports = 4;
const sampleMs = 10;

/**
 * Fills a database, exports the account of its tenant several times over HTTP from a new process, and watches the memory
 * of the platform.
 */
export async function measureExport(postgres: BenchDatabase, report: (line: string) => void): Promise<ExportFigures> {
  const url = await postgres.create('bench_export');
  const { engagements, documentsEach } = sizes;
  await fillTenants(url, { engagements, documents: documentsEach, tenants: 1, auditEntries: 3, searched: 0 }, report);
  const platform = await startPlatform(url);
  const pid = platform.process.pid ?? 0;
  try {
    // The first request of a process also opens its connections.
    await readWhole(`${platform.baseUrl}/api/engagements?limit=1`);
    const address = `${platform.baseUrl}/api/account/export`;
    const beforeMb = await readMemoryMb(pid);
    const first = await watchMemory(pid, async () => [await readWhole(address)]);
    const later = await watchMemory(pid, async () => {
      const exports: Reading[] = [];
      for (let repeat = 0; repeat < laterExports; repeat += 1) exports.push(await readWhole(address));
      return exports;
    });
    const all = [...first.exports, ...later.exports];
    const firstByteOf = ({ exports }: Watched) => median(exports.map(({ firstByteMs }) => firstByteMs));
    const figures = {
      documents: engagements * documentsEach,
      sizeMb: median(all.map(({ bytes }) => bytes / 1_048_576)),
      seconds: median(all.map(({ seconds }) => seconds)),
      firstByteMs: { first: firstByteOf(first), later: firstByteOf(later) },
      grownMb: { first: first.highestMb - beforeMb, all: Math.max(first.highestMb, later.highestMb) - beforeMb },
    };
    report(renderExport(figures));
    return figures;
  } finally {
    await platform.stop();
  }
}

/** Describes the figures in a paragraph of a report. */
export function renderExport({ documents, sizeMb, seconds, firstByteMs, grownMb }: ExportFigures): string {
  const firstOf = ({ first }: { first: number }, unit: string) =>
    `${first.toFixed(0)} ${unit} in the first export of a new process`;
  return `${documents.toLocaleString('en')} documents, ${sizeMb.toFixed(0)} MB of JSON in ${seconds.toFixed(1)} s. The first byte comes after ${firstOf(firstByteMs, 'ms')} and ${firstByteMs.later.toFixed(0)} ms in later ones (goal of both: ${exportGoals.firstByteMs}). The memory of the platform grows by ${firstOf(grownMb, 'MB')} and ${grownMb.all.toFixed(0)} MB in all ${laterExports + 1} together (goal of both: ${exportGoals.grownMb}).`;
}

interface Watched {
  exports: Reading[];
  highestMb: number;
}

/** Watches the memory of a process while exports are read. */
async function watchMemory(pid: number, read: () => Promise<Reading[]>): Promise<Watched> {
  let highestMb = 0;
  const look = async () => {
    highestMb = Math.max(highestMb, await readMemoryMb(pid));
  };
  await look();
  const timer = setInterval(() => void look(), sampleMs);
  const exports = await read();
  clearInterval(timer);
  await look();
  return { exports, highestMb };
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
