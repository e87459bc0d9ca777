import { createHash } from 'node:crypto';
import type { DossierPredicate } from '../../../packages/dossier/src/envelope.ts';
import { openDossierKey, sealDossier } from '../../../packages/dossier/src/seal-dossier.ts';
import { verifyDossier } from '../../../packages/dossier/src/verify-dossier.ts';
import { median } from '../median.ts';

/**
 * Measures sealed dossiers of about a megabyte: the times to seal and to verify, 1,000 clean ones that must pass, and
 * 10,000 one-byte changes that must all be found. Fails otherwise.
 */
const clean = 1_000;
const changes = 10_000;
const predicate: DossierPredicate = {
  engagement: { id: 'e', name: 'Nordic entry', client: 'Bramblewick' },
  exportedAt: '2026-01-01T00:00:00.000Z',
  documents: [],
  sources: 'hashes',
};
const key = await openDossierKey(createHash('sha256').update('a seed').digest());

/** Pseudo-random bytes, the same in every run. */
function bytesOf(seed: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed + 1;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const filesOf = (seed: number) =>
  Array.from({ length: 24 }, (_, index) => ({ path: `documents/${index}.md`, content: bytesOf(seed + index, 40_000) }));

const [sealMs, verifyMs]: [number[], number[]] = [[], []];
let failed = 0;
for (let seed = 0; seed < clean; seed += 1) {
  const files = filesOf(seed * 100);
  const startMs = performance.now();
  const zip = await sealDossier(files, predicate, key);
  const sealedMs = performance.now();
  const { faults } = await verifyDossier(zip, key.publicKey);
  sealMs.push(sealedMs - startMs);
  verifyMs.push(performance.now() - sealedMs);
  failed += faults.length > 0 ? 1 : 0;
}
const zip = await sealDossier(filesOf(1), predicate, key);
let missed = 0;
for (let count = 0; count < changes; count += 1) {
  const at = Math.floor((count * zip.length) / changes);
  const before = zip[at] ?? 0;
  zip[at] = before ^ (1 << (count % 8));
  if ((await verifyDossier(zip, key.publicKey)).faults.length === 0) missed += 1;
  zip[at] = before;
}
console.log(`| measured | result |
| --- | ---: |
| size of a dossier | ${(zip.length / 1_048_576).toFixed(2)} MB |
| sealed in (median) | ${median(sealMs).toFixed(1)} ms |
| verified in (median) | ${median(verifyMs).toFixed(1)} ms |
| clean dossiers that pass | ${clean - failed} of ${clean} |
| one-byte changes that are found | ${changes - missed} of ${changes} |`);
process.exitCode = failed + missed === 0 ? 0 : 1;
