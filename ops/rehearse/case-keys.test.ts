import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type AttachmentReader, openAttachments } from '../../examples/read-attachments.ts';
import { type RehearsalCase, readCases } from './cases.ts';
import { hasQuantity, type Place, readNumbers, scorePapers, unifyText } from './scoring.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const cases = await readCases(examples);

interface Figures {
  deriveFigures(read: AttachmentReader): Promise<Record<string, number>>;
}

it('there are at least eight cases, in other languages and industries, too', () => {
  expect(cases.length).toBeGreaterThanOrEqual(8);
  const languages = cases.map(({ key }) => key.language);
  expect(languages).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'ja']));
  expect(new Set(cases.map(({ key }) => key.industry)).size).toBe(cases.length);
});

describe.each(cases.map((one) => [one.name, one] as const))('the key of %s', (name, sample) => {
  const { key } = sample;
  const score = (...papers: string[]) => scorePapers(papers, key);
  const hit = (items: { id: string; hit: boolean }[], id: string) =>
    items.find((item) => item.id === id)?.hit;

  it('recognises its own statements', () => {
    for (const { id, statement } of key.facts)
      expect(hit(score(statement).facts, id), id).toBe(true);
    for (const { id, right } of key.contradictions)
      expect(hit(score(right).contradictions, id), id).toBe(true);
    for (const { id, right } of key.figures) expect(hit(score(right).figures, id), id).toBe(true);
  });

  it('catches its own false statements, and none in the right ones', () => {
    for (const { id, example } of key.traps) expect(hit(score(example).traps, id), id).toBe(true);
    for (const { id, example } of key.mustNotSay)
      expect(hit(score(example).mustNotSay, id), id).toBe(true);
    const right = [
      ...key.facts.map(({ statement }) => statement),
      ...[...key.contradictions, ...key.figures, ...key.traps].map((item) => item.right),
    ];
    for (const paper of right) {
      const { traps, mustNotSay } = score(paper);
      expect(
        [...traps, ...mustNotSay].filter((item) => item.hit).map(({ id }) => id),
        paper,
      ).toEqual([]);
    }
  });

  it('finds nothing in an empty paper', () => {
    const { facts, contradictions, figures, traps, mustNotSay } = score('# 2026\n');
    expect(
      [facts, contradictions, figures, traps, mustNotSay].flat().filter((item) => item.hit),
    ).toEqual([]);
  });

  it('has figures that follow from the attachments', async () => {
    const module = (await import(
      pathToFileURL(join(examples, name, 'figures.ts')).href
    )) as Figures;
    const derived = await module.deriveFigures(openAttachments(join(examples, name)));
    expect(Object.keys(derived).sort()).toEqual(key.figures.map(({ id }) => id).sort());
    for (const { id, value, tolerance } of key.figures) {
      expect(
        Math.abs((derived[id] ?? Number.NaN) - value),
        `${id} is ${derived[id]}`,
      ).toBeLessThanOrEqual(tolerance / 2);
    }
  });

  it('has the numbers of its facts and contradictions in the material', async () => {
    const material = await readMaterial(sample);
    const missing = [
      ...key.facts.flatMap(({ id, accept: [first] }) =>
        (first?.numbers ?? []).map((number) => ({ id, number })),
      ),
      ...key.contradictions.flatMap(({ id, values }) => values.map((number) => ({ id, number }))),
    ].filter(
      ({ number }) =>
        !hasQuantity(number, material) && !key.figures.some((one) => one.value === number.value),
    );
    expect(missing).toEqual([]);
  });
});

// The papers were written after the keys, in other words, as a partner would write.
it.each(['mobile-grocery', 'pump-spare-parts', 'seaside-hotels', 'veterinary-software'])(
  'a good paper on %s gets all that it says, and is accused of nothing',
  async (name) => {
    const paper = await readFile(new URL(`testing/papers/${name}.md`, import.meta.url), 'utf8');
    const key = cases.find((one) => one.name === name)?.key;
    if (key === undefined) throw new Error(`There is no case ${name}`);
    const { facts, contradictions, figures, traps, mustNotSay } = scorePapers([paper], key);
    const missed = [...facts, ...contradictions, ...figures].filter(({ hit }) => !hit);
    expect(missed.map(({ id }) => id)).toEqual([]);
    expect([...traps, ...mustNotSay].filter(({ hit }) => hit)).toEqual([]);
  },
);

/** The numbers of the brief and of all text files, in whole units and in thousands. */
async function readMaterial({ name, engagement, key }: RehearsalCase): Promise<Place> {
  const files = glob('{attachments,attachment-sources}/*.{md,txt,csv,html,json}', {
    cwd: join(examples, name),
  });
  const texts = [engagement.brief ?? ''];
  for await (const file of files) texts.push(await readFile(join(examples, name, file), 'utf8'));
  // Cells of workbooks and CSV files are written as programs write them.
  const numbers = texts.flatMap((text) => [
    ...readNumbers(unifyText(text), key.language),
    ...readNumbers(unifyText(text), 'en'),
  ]);
  const thousands = numbers.map((number) => ({
    ...number,
    value: number.value * 1_000,
    unit: null,
  }));
  return { text: '', around: '', numbers: [...numbers, ...thousands] };
}
