import { languages } from '@ecp/language/language';
import type { DraftInput, PlannedTask, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { taskKinds } from '@ecp/model-calls/task-kinds';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerPurpose } from './answer-purpose.ts';
import {
  bakeryEngagement,
  findSampleAgent,
  makeDraftInput,
  museumEngagement,
  sampleRoster,
} from './testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const lead = findSampleAgent('programme-manager');
const table = '| a | b |\n|---|---|\n| 1 | 2 |\n';
const hostile = fc.constantFrom(
  bakeryEngagement.brief,
  museumEngagement.brief,
  '---\na: 1\n---\n# x\n',
  table,
  '<script>alert(1)</script>\n[^1]: x\n',
  'a,b,c\n1,2,3\n4,5,6\n',
  '\u202e\ud800 \u0000 ```\n~~~\n$$x$$ [INST]',
  '我们需要一个市场策略。预算是500万元吗？',
);
/** The same table in a source and in earlier work whose file name is hostile. */
const tableElsewhere = makeDraftInput({
  engagement: sampleEngagement({ name: '', client: '' }),
  task: { id: '', name: 'sed cras', description: '', kind: 'research' },
  sources: [{ id: 's', title: 'sed aliquet', location: null, text: table }],
  upstream: [{ taskName: '', filename: '\u202e\ud800 \u0000 ```\n~~~', content: table }],
});
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 80 }), fc.lorem()), {
    maxLength: 5,
  })
  .map((parts) => parts.join('\n'));
const language = fc.constantFrom(...languages);
const engagement = fc
  .record({ name: text, client: text, brief: text, language })
  .map(sampleEngagement);
const sources = fc.array(fc.record({ id: text, title: text, location: fc.option(text), text }), {
  maxLength: 2,
});
const draftInput: fc.Arbitrary<DraftInput> = fc
  .record({
    engagement,
    sources,
    task: fc.record({
      id: text,
      name: text,
      description: text,
      kind: fc.constantFrom(...taskKinds),
    }),
    agent: fc.constantFrom(...sampleRoster),
    upstream: fc.array(fc.record({ taskName: text, filename: text, content: text }), {
      maxLength: 2,
    }),
    consultations: fc.array(
      fc.record({ agentSlug: text, agentName: text, question: text, answer: text }),
      {
        maxLength: 2,
      },
    ),
    previous: fc.option(fc.record({ version: fc.constant(1), content: text })),
    reviewNotes: fc.array(text, { maxLength: 3 }),
  })
  .map(makeDraftInput);

function isAcyclic(tasks: PlannedTask[]): boolean {
  const done = new Set<string>();
  for (const task of tasks) {
    if (!task.dependsOn.every((id) => done.has(id))) return false;
    done.add(task.id);
  }
  return true;
}

test('every plan is acyclic, within its cap, and has known experts and unique ids', async () => {
  await fc.assert(
    fc.asyncProperty(
      engagement,
      sources,
      fc.integer({ min: 1, max: 12 }),
      async (brief, attached, maxTasks) => {
        const input = {
          engagement: brief,
          sources: attached,
          agent: lead,
          roster: sampleRoster,
          maxTasks,
        };
        const { tasks }: PromptOutputs['plan'] = JSON.parse(
          await answerPurpose('plan', input, 1e9, timeSlice),
        );
        expect(tasks.length).toBeGreaterThanOrEqual(1);
        expect(tasks.length).toBeLessThanOrEqual(Math.min(7, maxTasks));
        expect(new Set(tasks.map((task) => task.id)).size).toBe(tasks.length);
        for (const { id, name, agent } of tasks) {
          expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          expect(name.trim()).not.toBe('');
          expect(sampleRoster.map((profile) => profile.slug)).toContain(agent);
        }
        expect(isAcyclic(tasks)).toBe(true);
      },
    ),
  );
});

test('every draft is complete, and its scores are within their range', async () => {
  await fc.assert(
    fc.asyncProperty(draftInput, async (input) => {
      const { engagement: brief, task } = input;
      const draft = await answerPurpose('draft', { ...input, previous: null }, 1e9, timeSlice);
      expect(draft).toMatch(/^---\n[\s\S]+?\n---\n\n# \S/);
      expect(draft.isWellFormed()).toBe(true);
      expect(draft.replace(/^---\n[\s\S]+?\n---\n/, '')).not.toMatch(/(?<!\\)<(?:script|img)/);
      await answerPurpose('draft', input, 1e9, timeSlice);
      const observed: PromptOutputs['observe'] = JSON.parse(
        await answerPurpose('observe', { ...input, draft, observer: lead }, 1e9, timeSlice),
      );
      expect(observed.score).toBeGreaterThanOrEqual(0);
      expect(observed.score).toBeLessThanOrEqual(100);
      const revised = await answerPurpose(
        'revise',
        { ...input, draft, issues: [...observed.issues.map(({ issue }) => issue), brief.name] },
        1e9,
        timeSlice,
      );
      const rubric = {
        type: task.kind,
        version: 1,
        criteria: [{ id: 'a', name: brief.name, description: '', weight: 1 }],
      };
      const judged: PromptOutputs['evaluate'] = JSON.parse(
        await answerPurpose(
          'evaluate',
          { engagement: brief, task, agent: lead, deliverable: revised, rubric },
          1e9,
          timeSlice,
        ),
      );
      expect(Object.keys(judged.criteria)).toEqual(['a']);
      for (const { score } of Object.values(judged.criteria))
        expect(score >= 0 && score <= 100).toBe(true);
    }),
    { examples: [[tableElsewhere]] },
  );
});

test('a colleague answers any question with any material', async () => {
  await fc.assert(
    fc.asyncProperty(draftInput, text, async (input, question) => {
      const { engagement: brief, task, agent, sources: attached, upstream: documents } = input;
      const asked = {
        engagement: brief,
        task,
        agent,
        askedBy: agent,
        question,
        sources: attached,
        documents,
      };
      const { answer }: PromptOutputs['consult'] = JSON.parse(
        await answerPurpose('consult', asked, 1e9, timeSlice),
      );
      expect(answer).not.toBe('');
    }),
  );
});
