import { expect, test } from 'vitest';
import { offlineModel } from './available-models.ts';
import { markForEdits } from './offline-model.ts';

// MOD-7
test('a document is marked before the offline model edits it, once, and for no other model', () => {
  const written = { frontMatter: '---\ntitle: Prices\n---\n\n' };
  const marked = markForEdits(written, [offlineModel]);
  expect(marked.frontMatter).toBe('---\ntitle: Prices\nrevisedOffline: true\n---\n\n');
  expect(markForEdits(marked, [offlineModel])).toEqual(marked);
  expect(markForEdits({ frontMatter: '' }, [offlineModel]).frontMatter).toBe('---\nrevisedOffline: true\n---\n\n');
  expect(markForEdits(written, [{ ...offlineModel, provider: 'openai' }])).toEqual(written);
});
