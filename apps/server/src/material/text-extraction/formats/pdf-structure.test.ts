import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFileText } from '../read-file-text.ts';
import { readTaggedText } from './pdf.ts';

const limits = { textLength: 1_000_000, timeMs: 20_000, cpuMs: 10_000 };
const leaf = (id: string) => ({ type: 'content', id });
const marked = (id: string, str: string, tag = 'P') => [
  { type: 'beginMarkedContentProps', tag, id },
  { str, hasEOL: true },
  { type: 'endMarkedContent' },
];

test('a tagged file is read with headings, lists and tables, and without running heads', async () => {
  const path = fileURLToPath(
    new URL(
      '../../../../../../examples/hospital-outpatient-waiting/attachments/outpatient-review.pdf',
      import.meta.url,
    ),
  );
  const { sections } = await readFileText(
    { bytes: await readFile(path), extension: '.pdf' },
    limits,
  );
  expect(sections.map(({ location }) => location)).toEqual(['page 1', 'page 2', 'page 3']);
  const text = sections.map((section) => section.text).join('\n\n');
  expect(text).toContain(
    '\n\n## 3. Cancelled sessions\n\nConsultants must announce leave six weeks ahead. In 2025',
  );
  expect(text).toContain(
    "\n| Six weeks' notice of leave, enforced, with stand-ins | €0 | €18,000 | 100 to 140",
  );
  expect(text).toContain(
    '\n\n- How many patients give up or go elsewhere is not recorded.\n\n- No figures',
  );
  expect(text).not.toMatch(/Page 2 of/);
});

// ATT-37
test('a Japanese file is read without the gaps that a program sets between scripts and lines', async () => {
  const path = fileURLToPath(
    new URL(
      '../../../../../../examples/mobile-grocery/attachments/houkokusho.pdf',
      import.meta.url,
    ),
  );
  const { sections } = await readFileText(
    { bytes: await readFile(path), extension: '.pdf' },
    limits,
  );
  const text = sections.map((section) => section.text).join('\n\n');
  expect(text).toContain(
    '\n\n2025年度の移動販売は、4台で延べ65,800人のお客様にご利用いただきました。客単価は2,460円で、店舗の',
  );
  expect(text).toContain('\n| 配送料 | 330円（税込）、5,000円以上は無料 |');
  expect(text).toContain('株式会社みなと屋 店舗事業部 2026年6月');
});

test('tags that leave text out are not used', () => {
  const tree = { role: 'Root', children: [{ role: 'P', children: [leaf('a')] }] };
  const all = [...marked('a', 'The quay is long and'), ...marked('b', 'wide.')];
  expect(readTaggedText(tree, all)).toBeNull();
  expect(readTaggedText(tree, all.slice(0, 3))).toBe('The quay is long and');
  expect(
    readTaggedText(tree, [...marked('a', 'The quay'), ...marked('x', 'Page 1', 'Artifact')]),
  ).toBe('The quay');
  expect(readTaggedText(null, all)).toBeNull();
  expect(readTaggedText({ role: 'Root', children: [] }, [])).toBeNull();
});

test('a tree of any depth is read down to a limit', () => {
  let node: object = { role: 'P', children: [leaf('a')] };
  for (let depth = 0; depth < 20_000; depth += 1) node = { role: 'Div', children: [node] };
  expect(readTaggedText(node, marked('a', 'deep'))).toBeNull();
});

test('a paragraph with many parts and long runs of blanks is read', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => `part-${at}`);
  const tree = { role: 'Root', children: [{ role: 'P', children: ids.map(leaf) }] };
  const blanks = ' '.repeat(500_000);
  const items = ids.flatMap((id) => marked(id, 'The quay. '.repeat(5).trim()));
  const text = readTaggedText(tree, [...items, ...marked('part-0', `${blanks}end`)]);
  expect(text?.startsWith(`The quay. The quay. The quay. The quay. The quay. end The quay.`)).toBe(
    true,
  );
});
