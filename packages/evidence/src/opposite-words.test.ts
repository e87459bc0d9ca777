import type { Language } from '@ecp/language/language';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { Judge } from './material.ts';

const report =
  '導入費用は1,980万円（税込）、月額利用料は22万円（税込）です。注文も伸びており、欠品率は6.2%まで下がっています。\n\n3号車のリースは2027年2月28日に満了します。更新しない場合は2026年11月30日までに書面で通知してください。\n\n隔週にすることについては、回答はまだない。\n\n| 号車 | 稼働日数 | 利用者 |\n| --- | --- | --- |\n| 4号車 | 198 | 8,910 |\n| 3号車 | 241 | 9,320 |\n\nSales rose to 450 while costs fell to 120.';

async function check(
  claim: string,
  quote: string,
  { language = 'ja' as Language, judge = undefined as Judge | undefined } = {},
) {
  const citations = await checkEvidence(
    `# T\n\n${claim}[^1]\n\n[^1]: report.md: “${quote}”\n`,
    {
      language,
      brief: '',
      assignment: [],
      upstream: [],
      consultations: [],
      reviewNotes: [],
      queries: [],
      tables: [],
      sources: [{ title: 'report.md', location: null, text: report }],
    },
    { slice: createTimeSlice(undefined), ...(judge ? { judge } : {}) },
  );
  return citations
    .map(({ state, reason }) => `${state}${reason === null ? '' : `: ${reason}`}`)
    .join();
}

const fee = '導入費用は1,980万円（税込）、月額利用料は22万円（税込）です。';
const rate = '注文も伸びており、欠品率は6.2%まで下がっています。';
const lease =
  '3号車のリースは2027年2月28日に満了します。更新しない場合は2026年11月30日までに書面で通知してください。';

// EVI-8
it.each([
  ['導入費用は1,980万円（税抜）です。', fee, '税抜', '税込'],
  ['報告書によると、欠品率は6.2%まで上がりました。', rate, '上がり', '下がっ'],
  ['3号車のリースは2026年11月30日に満了します。', lease, '満了', '通知'],
  [
    '市は、隔週にすることを認めました。',
    '隔週にすることについては、回答はまだない。',
    '認めまし',
    '回答はまだない',
  ],
  ['4号車は年に198日を運休しました。', '4号車 | 198 | 8,910', '運休', '稼働'],
])(
  'a right figure beside the opposite word is not proved, and the reason says so: %s',
  async (claim, quote, said, found) => {
    expect(await check(claim, quote)).toBe(
      `unjudged: 出典の記載は「${said}」ではなく「${found}」です`,
    );
  },
);

// EVI-8
it('the words of its own clause stand beside a figure', async () => {
  expect(await check('導入費用は1,980万円（税込）でした。', fee)).toBe('unjudged');
  expect(await check('報告書の欠品率は6.2%まで低下しました。', rate)).toBe('unjudged');
  expect(await check('リースは2027年2月28日に満了します。', lease)).toBe('unjudged');
  const both = 'Sales rose to 450 while costs fell to 120.';
  expect(await check('In the report, sales grew to 450.', both, { language: 'en' })).toBe(
    'unjudged',
  );
  expect(await check('In the report, costs grew to 120.', both, { language: 'en' })).toMatch(
    /^unjudged: the source says/,
  );
});

// EVI-8
it('a judge is asked about the words, and decides', async () => {
  const asked: unknown[] = [];
  const judge: Judge = async (questions) => {
    asked.push(...questions.flatMap(({ doubts }) => doubts));
    return questions.map(() => ({ holds: true, reason: '' }));
  };
  expect(await check('導入費用は1,980万円（税抜）です。', fee, { judge })).toBe('verified');
  expect(asked).toContainEqual({ kind: 'opposite', figure: '税抜', found: '税込' });
});
