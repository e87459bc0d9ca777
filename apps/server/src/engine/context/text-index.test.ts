import { describe, expect, it } from 'vitest';
import { fuseRankings, rankVectors } from './search-sources.ts';
import { buildTextIndex } from './text-index.ts';

const source = (id: string, text: string, title = id, location: string | null = null) => ({
  id,
  title,
  location,
  text,
});

async function best(texts: string[], query: string): Promise<string | undefined> {
  const index = await buildTextIndex(texts.map((text, at) => source(`s${at}`, text)));
  const [first] = index.rank(query, 5);
  return first === undefined ? undefined : index.passages[first]?.text;
}

const filler = [
  'The board meets every month to hear about the works.',
  'Die Sitzung findet jeden Monat statt.',
  '会议每月举行一次。',
  '会議は毎月開かれます。',
  '회의는 매달 열립니다.',
];

describe('the words of a passage', () => {
  it.each([
    ['English, another form', 'Prices of packaging rose sharply.', 'packaged price'],
    ['German, another form', 'Die Kosten der Röstereien sind gestiegen.', 'Rösterei Kosten'],
    ['German without umlauts', 'Die Größe der Halle beträgt 900 m².', 'Grosse Hallen'],
    ['the head of a compound', 'Die Verpackungskosten betragen 12 %.', 'Kosten'],
    ['the first part of a compound', 'Die Verpackungskosten betragen 12 %.', 'Verpackung'],
    ['Chinese', '包装成本上升了百分之十二。', '包装成本'],
    ['Japanese', '包装費は十二パーセント上昇した。', '包装費の上昇'],
    ['Korean', '포장 비용이 십이 퍼센트 올랐습니다.', '비용'],
    ['Thai', 'ต้นทุนบรรจุภัณฑ์เพิ่มขึ้น', 'บรรจุภัณฑ์'],
    ['Russian', 'Расходы на упаковку выросли.', 'упаковку'],
    ['Arabic', 'ارتفعت تكاليف التغليف', 'التغليف'],
    ['accents', 'Le prix du café torréfié a monté.', 'cafe torrefie'],
    ['a figure in another notation', 'Revenue was 1,900,000 dollars.', '1.900.000'],
  ])('are found: %s', async (_name, text, query) => {
    expect(await best([...filler, text], query)).toBe(text);
  });

  it('are found in the passage that contains them', async () => {
    const index = await buildTextIndex([
      source('a', 'It rose by a third.', 'annual-report.pdf', 'page 4'),
      source('b', 'It fell by a third.', 'interview.md'),
    ]);
    expect(index.rank('annual report', 1)).toEqual([0]);
  });

  it('give the same order each time, and reading order for equal scores', async () => {
    const texts = Array.from({ length: 40 }, () => 'The same words again.');
    const [one, other] = await Promise.all(
      [buildTextIndex, buildTextIndex].map((build) =>
        build(texts.map((text, at) => source(`s${at}`, text))),
      ),
    );
    expect(one?.rank('same words', 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(other?.rank('same words', 10)).toEqual(one?.rank('same words', 10));
  });

  it('find nothing if no passage has them', async () => {
    const index = await buildTextIndex([source('a', filler.join('\n\n'))]);
    expect(index.rank('walrus', 5)).toEqual([]);
    expect(index.rank('', 5)).toEqual([]);
    expect((await buildTextIndex([])).rank('walrus', 5)).toEqual([]);
  });
});

describe('a large context', () => {
  it('of two megabytes is indexed without blocking the process', async () => {
    const words = Array.from(
      { length: 9_000 },
      (_, at) => `w${(at * 7_919).toString(26).replace(/\d/g, 'q')}en`,
    );
    const text = (seed: number) =>
      Array.from({ length: 1_600 }, (_, at) =>
        Array.from(
          { length: 9 },
          (__, word) => words[(seed * 31 + at * at + word * 977) % words.length],
        ).join(' '),
      ).join('.\n\n');
    const sources = Array.from({ length: 20 }, (_, at) => source(`s${at}`, text(at)));
    expect(sources.reduce((sum, one) => sum + one.text.length, 0)).toBeGreaterThan(2_000_000);
    let turns = 0;
    const building = { done: false };
    const count = () => {
      turns += 1;
      if (!building.done) setImmediate(count);
    };
    setImmediate(count);
    const index = await buildTextIndex(sources);
    building.done = true;
    expect(index.passages.length).toBeGreaterThan(2_000);
    // The total time depends on the machine, but there are always many slices of 4 ms.
    expect(turns).toBeGreaterThan(20);
  });

  it('of many sources keeps some passages of each', async () => {
    const text = 'One paragraph of this source is about walruses.\n\n# Next\n'.repeat(40);
    const index = await buildTextIndex(
      Array.from({ length: 1_000 }, (_, at) => source(`s${at}`, text)),
    );
    expect(index.passages.length).toBeLessThanOrEqual(8_000);
    expect(new Set(index.passages.map((passage) => passage.source)).size).toBe(1_000);
  });
});

describe('rankings', () => {
  it('are fused by rank: passages that are high in both come first', () => {
    expect(
      fuseRankings(
        [
          [1, 2, 3],
          [3, 4],
        ],
        3,
      ),
    ).toEqual([3, 1, 2]);
    expect(fuseRankings([[], []], 3)).toEqual([]);
  });

  it('of vectors use the angle; missing ones and ones of another size are skipped', () => {
    const vectors = [[0, 1], [3, 3], null, [1, 0], [1, 0, 0], [-1, 0]].map(
      (one) => one && new Float32Array(one),
    );
    expect(rankVectors(vectors, new Float32Array([2, 0.1]), 5)).toEqual([3, 1, 0]);
    expect(rankVectors(vectors, new Float32Array([0, 0]), 5)).toEqual([]);
  });
});
