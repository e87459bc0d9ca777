import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DossierPredicate } from './envelope.ts';
import { openDossierKey, sealDossier } from './seal-dossier.ts';
import { verifyDossier } from './verify-dossier.ts';
import { readZip, writeZip } from './zip.ts';

const key = await openDossierKey(createHash('sha256').update('a seed').digest());
const other = await openDossierKey(createHash('sha256').update('another seed').digest());
const predicate: DossierPredicate = {
  engagement: { id: 'e1', name: 'Nordic entry', client: 'Bramblewick' },
  exportedAt: '2026-01-01T00:00:00.000Z',
  documents: [],
  sources: 'hashes',
};
const textFile = (path: string, text: string) => ({
  path,
  content: new TextEncoder().encode(text),
});
const files = [
  textFile('documents/plan.md', '# Plan\n\nEnter in March.\n'),
  textFile('documents/Größe 大.md', 'Größe\n'),
  textFile('empty.json', ''),
];
const sealed = await sealDossier(files, predicate, key);
const kinds = async (zip: Uint8Array, trusted = key.publicKey) =>
  (await verifyDossier(zip, trusted)).faults.map(({ kind }) => kind);

/** Pseudo-random numbers below a bound, the same in every test run. */
function* draw(bound: number): Generator<number, never> {
  for (let seed = 1; ; ) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed % bound;
  }
}

describe('a sealed dossier', () => {
  it('is intact, names its key and lists every file', async () => {
    const { faults, keyId, statement } = await verifyDossier(sealed);
    expect(faults).toEqual([]);
    expect(keyId).toBe(key.id);
    expect(statement?.predicate).toEqual(predicate);
    expect(statement?.subject.map(({ name }) => name)).toEqual([
      ...files.map(({ path }) => path),
      'public-key.json',
    ]);
  });

  it('is the same for the same files, and a common zip', async () => {
    expect(Buffer.compare(await sealDossier(files, predicate, key), sealed)).toBe(0);
    const { unzipSync } = await import('fflate');
    expect(Buffer.from(unzipSync(sealed)['documents/plan.md'] ?? []).toString()).toBe(
      '# Plan\n\nEnter in March.\n',
    );
  });

  it('is spelled as the dossiers before it, in every time zone', async () => {
    const hash = createHash('sha256').update(await writeZip(files));
    expect(hash.digest('hex')).toBe(
      '1716e90ba63595da0a81484d8f9512fb039b6cfd16f139c47abaf0d6b5c2518f',
    );
  });

  it('shows every changed byte', async () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const { faults } = await verifyDossier(changed);
      expect({ at, found: faults.length > 0 }).toEqual({ at, found: true });
    }
  });

  it('shows cut, added and swapped bytes', async () => {
    const places = draw(sealed.length);
    for (let count = 0; count < 50; count += 1) {
      const at = places.next().value;
      const [before, after] = [sealed.subarray(0, at), sealed.subarray(at)];
      expect(await kinds(before)).not.toEqual([]);
      expect(await kinds(Buffer.concat([before, Buffer.from([0]), after]))).not.toEqual([]);
    }
    expect(await kinds(new Uint8Array())).toEqual(['not_a_dossier']);
  });

  it('names a file that was changed, added or removed in a zip that is otherwise right', async () => {
    const inside = (await readZip(sealed)) ?? [];
    const changed = inside.map((file) =>
      file.path === 'empty.json' ? textFile(file.path, '{}') : file,
    );
    expect((await verifyDossier(await writeZip(changed))).faults).toEqual([
      { kind: 'changed_file', path: 'empty.json' },
    ]);
    const added = [...inside, textFile('more.md', 'More')];
    expect((await verifyDossier(await writeZip(added))).faults).toEqual([
      { kind: 'added_file', path: 'more.md' },
    ]);
    const removed = inside.filter(({ path }) => path !== 'documents/plan.md');
    expect((await verifyDossier(await writeZip(removed))).faults).toEqual([
      { kind: 'missing_file', path: 'documents/plan.md' },
    ]);
    expect(await kinds(await writeZip([...inside, textFile('empty.json', 'twice')]))).toEqual([
      'not_a_dossier',
    ]);
  });

  it('unpacks nothing of a zip that is compressed or claims more than it holds', async () => {
    const { zipSync } = await import('fflate');
    const bomb = zipSync({ 'bomb.txt': new Uint8Array(50_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await readZip(bomb)).toBeNull();
    // A thousand entries of the directory that name the same million bytes.
    const one = await writeZip([textFile('same.md', 'x'.repeat(1_000_000))]);
    const start = new DataView(one.buffer).getUint32(one.length - 6, true);
    const entry = one.subarray(start, one.length - 22);
    const end = new DataView(one.slice(one.length - 22).buffer);
    for (const at of [8, 10]) end.setUint16(at, 1_000, true);
    end.setUint32(12, 1_000 * entry.length, true);
    const overlapping = [
      one.subarray(0, start),
      ...Array<Uint8Array>(1_000).fill(entry),
      new Uint8Array(end.buffer),
    ];
    expect(await readZip(Buffer.concat(overlapping))).toBeNull();
  });

  it('of another signer does not pass for that of a trusted key', async () => {
    const forged = await sealDossier(files, predicate, other);
    expect(await kinds(forged)).toEqual(['unknown_key']);
    expect((await verifyDossier(forged)).keyId).toBe(other.id);
    const inside = (await readZip(forged)) ?? [];
    const envelope = inside.find(({ path }) => path === 'dossier.dsse.json');
    const text = new TextDecoder().decode(envelope?.content).replace(other.id, key.id);
    const renamed = inside.map((file) => (file === envelope ? textFile(file.path, text) : file));
    expect(await kinds(await writeZip(renamed))).toEqual(['wrong_signature']);
  });
});
