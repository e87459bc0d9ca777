import { expect, it } from 'vitest';
import { blankDraft } from '../brief/engagement-draft.ts';
import { fillDraft, listFound, toAttachment, undoFill } from './request-pane.tsx';

const read = {
  name: 'Tariffs',
  client: '',
  brief: 'Which?',
  tasks: [],
  dueDate: null,
  truncated: false,
  attachedFiles: [],
};

// INT-4
it('fills what was found, keeps the rest, and tells both apart', () => {
  const draft = { ...blankDraft, client: 'Nordhavn', dueDate: '2027-01-01', templateId: 't' };
  expect(fillDraft(draft, read)).toEqual({
    ...draft,
    name: 'Tariffs',
    brief: 'Which?',
    templateId: null,
  });
  expect(listFound(read)).toEqual({ found: ['name', 'brief'], missing: ['client', 'dueDate'] });
  const tasks = [{ id: 'task-1', name: 'Which?', description: 'Which?' }];
  expect(listFound({ ...read, tasks, dueDate: '2027-03-12' }).found).toEqual([
    'name',
    'brief',
    'dueDate',
    'tasks',
  ]);
});

// INT-4
it('puts back what it filled, and no field that was changed after that', () => {
  const before = { ...blankDraft, client: 'Nordhavn', templateId: 't' };
  const after = fillDraft(before, { ...read, dueDate: '2027-03-12' });
  expect(undoFill(after, before, after)).toEqual({ ...before, dueDate: '' });
  const edited = { ...after, brief: 'Which of them?' };
  expect(undoFill(edited, before, after)).toEqual({ ...edited, name: '', dueDate: '' });
});

// INT-4
it('attaches a mail as its text, and any other file as it is', async () => {
  const kept = toAttachment(new File(['raw'], 'request.eml'), read);
  expect([kept.name, await kept.text()]).toEqual(['request.txt', 'Which?']);
  const pdf = new File(['%PDF'], 'request.pdf');
  expect(toAttachment(pdf, read)).toBe(pdf);
});
