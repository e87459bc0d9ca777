import { expect, test } from 'vitest';
import { blankDraft } from '../brief/engagement-draft.ts';
import { findChanges, readEdit } from './edit-page.tsx';

const begun = { ...blankDraft, name: 'Entry', client: 'Acme', brief: 'Where to begin?' };

test('sends only the user’s own changes and does not revert changes of others', () => {
  const stored = { ...begun, budget: '20', brief: 'Where to go on?' };
  expect(findChanges({ begun, draft: { ...begun, client: 'Bolt' } }, stored)).toEqual({
    client: 'Bolt',
  });
  expect(findChanges({ begun, draft: begun }, stored)).toEqual({});
  expect(findChanges({ begun, draft: stored }, stored)).toEqual({});
});

test('reads a stored edit and nothing else', () => {
  const edit = { begun, draft: { ...begun, client: 'Bolt' } };
  expect(readEdit(JSON.stringify(edit))).toEqual(edit);
  expect(readEdit(JSON.stringify(begun))).toBeNull();
  expect(readEdit('null')).toBeNull();
});
