import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { FailedCitation } from '@ecp/model-calls/prompt-types';
import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, it } from 'vitest';
import { repairDraft } from './repair-draft.ts';

const draft = `---
offline: true
---

# Market

## Findings

- Sales grew by 15 %.[^1]
- Dealers want child seats.[^1][^2]

## Invented

- The market doubles.[^3]

## Open questions

- Who decides?

[^1]: Study, page 4: “Sales grew by 14 %”
[^2]: Study, page 5: “child seats”
[^3]: Atlas: “doubles”
`;
const failure = { section: 2, state: 'altered' as const, footnote: null, quote: null, reason: 'wrong', passage: null };
async function repair(failures: (Pick<FailedCitation, 'claim'> & Partial<FailedCitation>)[], editable = [2, 3, 4]) {
  const document = cutSections(draft);
  const shown = { sections: document.sections.map(({ raw }) => raw), footnotes: document.footnotes, editable };
  const given = { ...shown, failures: failures.map((failed) => ({ ...failure, ...failed })) };
  const { edits } = await repairDraft({ ...samplePromptInputs().repair, ...given }, createTimeSlice(undefined));
  return joinSections(applyEdits(document, edits));
}

it('removes the entry that failed, not others with its footnote, and a section that has become empty', async () => {
  const repaired = await repair([
    { footnote: '1', claim: 'Sales grew by 15 %.' },
    { footnote: '3', claim: 'The market doubles.' },
  ]);
  expect(repaired).toBe(
    draft
      .replace('- Sales grew by 15 %.[^1]\n', '')
      .replace('## Invented\n\n- The market doubles.[^3]\n\n', '')
      .replace('[^3]: Atlas: “doubles”\n', ''),
  );
});

it('removes the line with words that were quoted without a footnote, and leaves the rest byte for byte', async () => {
  expect(await repair([{ footnote: null, claim: 'Who decides?', quote: 'Who decides' }])).toBe(
    draft.replace('## Open questions\n\n- Who decides?\n\n', ''),
  );
  expect(await repair([])).toBe(draft);
});

it('leaves what cites nothing, and sections that it may not change', async () => {
  expect(await repair([{ claim: 'Who decides?', state: 'uncited' }])).toBe(draft);
  expect(await repair([{ footnote: '1', claim: 'Sales grew by 15 %.' }], [3])).toBe(draft);
});
