import { checkEvidence } from '@ecp/evidence/check-evidence';
import type { EvidenceMaterial } from '@ecp/evidence/material';
import { createTimeSlice } from '@ecp/semaphore/semaphore';

const citations = 80;
const words = 6_000;
const sentence =
  'The larger sites in the north keep their stock for a longer time than the smaller ones in the south do.';

/** Writes a document of 6,000 words with 80 citations, and its source. */
function writeLong(): { markdown: string; material: EvidenceMaterial } {
  const rows = Array.from({ length: citations }, (_, at) => ({ site: `Site ${at + 1}`, sold: 1_000 + 37 * at }));
  const told = rows.map(({ site, sold }) => `In 2024 ${site} sold ${sold} pallets, against ${sold - 90} in 2023.`);
  const filler = Math.ceil(words / citations / sentence.split(' ').length);
  const body = rows.map(
    ({ site, sold }, at) =>
      `In 2024 ${site} sold ${sold} pallets, 90 more than before.[^${at + 1}] ${`${sentence} `.repeat(filler)}`,
  );
  const notes = told.map((line, at) => `[^${at + 1}]: sites.md: “${line}”`);
  const none = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [], tables: [] };
  const text = `${told.join('\n\n')}\n\n${sentence}`;
  return {
    markdown: `# Sites\n\n${body.join('\n\n')}\n\n${notes.join('\n')}\n`,
    material: { brief: '', language: 'en', ...none, sources: [{ title: 'sites.md', location: null, text }] },
  };
}

/**
 * Checks a long document without a judge. Returns the milliseconds of processor time of the first check in this process
 * and of the next.
 */
export async function measureEvidenceSpeed(): Promise<{ firstMs: number; nextMs: number; checked: number }> {
  const { markdown, material } = writeLong();
  const run = async () => {
    const before = process.threadCpuUsage();
    const checked = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
    const { user, system } = process.threadCpuUsage(before);
    return { ms: (user + system) / 1_000, checked: checked.length };
  };
  const first = await run();
  const next = await run();
  return { firstMs: first.ms, nextMs: next.ms, checked: first.checked };
}
