import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { readTree } from './read-tree.ts';

const tags: Partial<Record<Nodes['type'], string>> = {
  strong: 'b',
  emphasis: 'i',
  delete: 's',
  inlineCode: 'code',
};

/**
 * Writes a tree with tags for what readers see as emphasis; cells are parted by `¦`, rows by `/`.
 */
function show(node: Nodes): string {
  const separator = node.type === 'tableRow' ? '¦' : node.type === 'table' ? '/' : '';
  const inner = 'children' in node ? node.children.map(show).join(separator) : '';
  const text = 'value' in node ? node.value : inner;
  const tag = tags[node.type];
  return tag === undefined ? text : `<${tag}>${text}</${tag}>`;
}

const read = (markdown: string) => show(readTree(markdown));

// MRK-1
test.each([
  'The kiln dries 4~6 batches by day and 11~14 by night.',
  'Capex of ~€30M (~€12–14M for the press) and ~5% a year',
  '工期は2~4週、検収は6~8日です。',
  '배송은 3~5일, 설치는 7~9일입니다.',
  'On a ~ b ~ c, and 5~~10 or 20~~30',
])('a single tilde is a character: %s', (text) => {
  expect(read(text)).toBe(text);
});

// MRK-1
test('two tildes strike, also where no blank parts them from the next word', () => {
  expect(read('~~60~~ 45 and ~~old.~~new')).toBe('<s>60</s> 45 and <s>old.</s>new');
  expect(read('~~旧価格。~~新価格')).toBe('<s>旧価格。</s>新価格');
});

// MRK-2
test.each([
  '6*7*8 = 336 and 2 * 3 * 4 = 24',
  'a*b*c, 3*x*4 and n*m',
  '(a+b)*(c+d)*(e+f)',
  '5%*(1+2%)*3',
  '(2)*x*(3) and -2*-3*-4',
  '2**10**2, x**n + y**n and i**2 + j**2',
  '2²*3²*4² and €5*€6*€7',
  '1_200_000 and snake_case_name',
  'Kund*innen und Leser*innen',
  '0.31**, 0.22*, 0.05***',
  'Preis*) und Menge*)',
  '単価*3*税率*2',
])('stars and underscores of calculations and words are characters: %s', (text) => {
  expect(read(text)).toBe(text);
});

// MRK-3
test.each([
  [
    '**重要：**売上は**「強調」**です。**注意。**次',
    '<b>重要：</b>売上は<b>「強調」</b>です。<b>注意。</b>次',
  ],
  ['**売上(税込)**は**20%**増', '<b>売上(税込)</b>は<b>20%</b>増'],
  ['这是**“重点”**的内容，*斜体*字', '这是<b>“重点”</b>的内容，<i>斜体</i>字'],
  ['**핵심(요약)**입니다', '<b>핵심(요약)</b>입니다'],
  ['**Note:**The text. **Ziel (neu)**folgt.', '<b>Note:</b>The text. <b>Ziel (neu)</b>folgt.'],
  ['**K**ey **P**erformance', '<b>K</b>ey <b>P</b>erformance'],
  [
    'un**believ**able, *one*, "*two*", ***three***',
    'un<b>believ</b>able, <i>one</i>, "<i>two</i>", <i><b>three</b></i>',
  ],
  ['𠮷**野**家 👍**good** **~~a~~**', '𠮷<b>野</b>家 👍<b>good</b> <b><s>a</s></b>'],
])('emphasis acts beside marks and scripts without blanks: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

// MRK-4
test.each([
  ['$E = mc^2$ and $\\alpha_1 \\le \\beta$', 'E = mc² and α₁ ≤ β'],
  ['$$\n\\frac{2 \\cdot 30 + 40}{\\sqrt{5}} = 31\n$$', '(2 · 30 + 40)/√5 = 31'],
  ['\\(x_{t+1}\\) und \\[ y = \\sum_{i=1}^{n} \\bar{x}_i \\]', 'xₜ₊₁ und y = ∑ᵢ₌₁ⁿ x̄ᵢ'],
  ['> $$\n> \\text{Marge} = 3{,}5\\,\\%\n> $$', 'Marge = 3,5 %'],
  ['$\\unknown{x} \\times 2$ and ($n$)', '\\unknownx × 2 and (n)'],
])('a formula is text that can be read: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

// MRK-4
test.each([
  'The fee is $5 and $10, or $5–$10, not US$7 = A$9.',
  '$100M in 2024 (+5%) and $120M in 2025',
  'Paid in $; priced in $/kg ($4 = €3, $5 = €4)',
  'cost $x per unit and $y per kilo',
])('amounts of money stay text: %s', (text) => {
  expect(read(text)).toBe(text);
});

// MRK-4
test('signs with a backslash, and brackets around words, are no formula', () => {
  expect(read('\\$x^2\\$ and \\[page 3\\]')).toBe('$x^2$ and [page 3]');
});

// MRK-5
test.each([
  ['| A | P(A|B) |\n|---|---|\n| one | 1 |', 'A¦P(A|B)/one¦1'],
  ['| A | B |\n|---|---|\n| `x|y` | 1 |', 'A¦B/<code>x|y</code>¦1'],
  ['| A | B |\n|---|---|\n| $|x|$ or `a||b` | 1 |', 'A¦B/|x| or <code>a||b</code>¦1'],
  ['| A | B |\n|---|---|\n| one | 1 | 2 |', 'A¦B¦/one¦1¦2'],
  ['| A | B | C |\n|---|---|\n| one | 1 | 2 |', 'A¦B¦C/one¦1¦2'],
  ['A | B\n--- | --- | ---\none | 1', 'A¦B/one¦1'],
  ['| A | B |\n|---|---|\n| one | 1 | |', 'A¦B/one¦1'],
  ['- | A | B |\n  |---|---|\n  | one | 1 |', 'A¦B/one¦1'],
])('no cell of a table is lost: %j', (text, expected) => {
  expect(read(text)).toBe(expected);
});

// MRK-5
test('code that shows a table keeps its characters', () => {
  const code = '| A | B | C |\n|----|----|\n| `a|b` | 1 |';
  expect(read(`\`\`\`\n${code}\n\`\`\``)).toBe(code);
});
