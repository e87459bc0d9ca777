import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import { expect, it } from 'vitest';
import { verifyReport } from '../tools/note-conflict.ts';
import { readableOf } from './prepare-prompt.ts';

// CON-5
it.each(['Brief', 'Engagement'])(
  'a report of a conflict may name the brief as “%s”',
  async (filename) => {
    const engagement = { brief: 'The file holds 63 countries.' };
    const given = { engagement, reviewNotes: [] } as unknown as PromptInputs['draft'];
    const file = {
      id: 'att1',
      title: 'history.csv',
      location: null,
      text: 'It holds 62 countries.',
    };
    const noted = await verifyReport(
      [
        { value: 63, text: 'holds 63 countries', filename },
        { value: 62, text: 'holds 62 countries', filename: 'history.csv' },
      ],
      [...readableOf(given), file],
    );
    expect(noted).toMatchObject([{ value: 63, filename, sourceId: 'brief' }, { value: 62 }]);
  },
);
