import { issueConcerns } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { lengthLine } from './document-length.ts';
import { renderTaskMaterial } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import { conflictsSection } from './figure-sections.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, documentSection, shortTextSection } from './prompt-sections.ts';
import { numberIssues } from './revise.ts';
import { foundSections } from './tools/found-sections.ts';

const finding = Type.String({ minLength: 1 });
const issue = Type.Object(
  {
    concern: Type.String({ enum: [...issueConcerns] }),
    issue: finding,
    sentences: Type.Optional(
      Type.Array(finding, {
        maxItems: 4,
        description: 'The exact words of the sentences or rows of the draft, if new words for each of them mend it all',
      }),
    ),
  },
  { additionalProperties: false },
);
const score = Type.Number({ minimum: 0, maximum: 100 });

/** Lets the observer, who sees what the writer saw, score a draft and say what a revision must do. */
export const observePrompt: PromptDefinition<'observe'> = {
  purpose: 'observe',
  maxOutputTokens: 2_500,

  outputSchema: ({ earlier }) =>
    Type.Object(
      {
        strengths: Type.Array(finding, { maxItems: 5 }),
        issues: Type.Array(issue, { maxItems: 5, description: 'Imperative sentences, gravest first' }),
        ...(earlier && { earlierScore: Type.Optional(score) }),
        score,
      },
      { additionalProperties: false },
    ),

  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      agentIntroduction(input.observer),
      // The draft's own conflicts follow it.
      foundSections({ ...input, conflicts: [] }, context, input.draft),
      input.earlier && documentSection('earlier draft', input.earlier.draft, context),
      input.earlier &&
        shortTextSection('issues of the earlier draft', numberIssues(input.earlier.issues), context.fence),
      documentSection('draft', input.draft, context),
      conflictsSection(input.conflicts, context.fence),
      `The draft is by ${input.agent.name} (${input.agent.role}). You have the material that the author had, with the results of the author's queries: look every figure and quote up in it before you doubt or trust it. A footnote that begins with = is a calculation: recompute it. One that declares a proposal or an assumption needs no source: judge whether it is sensible. Run what is proposed through: can each condition be met on its date by the plan's own figures, does a range move every assumption that it names, and do the documents say the same? Read it once as who decides reads it: a sentence, a head or a cell that has to be read twice is an issue, and so is money that is reserved before its assumption is tested. The document has little room: an issue that asks for more words says which go out for them.
Name up to 5 strengths and up to 5 issues, gravest first: those that would change the decision or that its reader would stumble over, and no others. Then score the draft on the scale of scores. Each issue is one imperative sentence that names the place and says what to do; its concern is error (something false or miscalculated), contradiction (the draft against itself or its sources), reasoning (a conclusion that does not follow, unlike things compared), coverage (a question or source of the task left out), length (over its limit: say by how many words, and what goes out), use (a reader cannot decide or act by it, no number where one is needed) or form. The first five are mended whatever the score. Where new words for single sentences or rows mend an issue, give these in sentences: they are mended one by one, and the rest stays as it is. Leave sentences out where argument, structure or coverage is at fault: then the whole document is written again. Return no issue that needs no action.`,
      lengthLine('draft', input.draft, input),
      input.earlier
        ? 'The draft is a revision of the earlier draft. Score both on the same scale (earlierScore and score), and list only issues that the revision still has or has brought.'
        : null,
    ]),
  }),
};
