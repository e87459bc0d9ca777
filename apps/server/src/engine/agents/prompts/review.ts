import { issueConcerns } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { lengthLine, numberIssues, renderTaskMaterial } from './draft.ts';
import { foundSections, queriesSection } from './found-material.ts';
import type { PromptDefinition } from './prompt-sections.ts';
import {
  agentIntroduction,
  conflictsSection,
  documentSection,
  joinParts,
  shortTextSection,
  taskSection,
} from './prompt-sections.ts';

const mark = Type.Object(
  { comment: Type.String({ minLength: 1 }), score: Type.Number({ minimum: 0, maximum: 100 }) },
  { additionalProperties: false },
);

export const evaluatePrompt: PromptDefinition<'evaluate'> = {
  purpose: 'evaluate',
  maxOutputTokens: 4_000,

  // One required key for each criterion, so that none is missing and none is scored twice.
  outputSchema: ({ rubric }) =>
    Type.Object(
      {
        criteria: Type.Object(Object.fromEntries(rubric.criteria.map(({ id }) => [id, mark])), {
          additionalProperties: false,
        }),
        feedback: Type.String({ minLength: 1 }),
      },
      { additionalProperties: false },
    ),

  render: (
    { engagement, task, agent, deliverable, rubric, conflicts, queries, sourceTitles = [] },
    context,
  ) => ({
    assignment: joinParts([
      taskSection(task, context.fence),
      sourceTitles.length > 0
        ? `The sources of the engagement, by their titles:\n${shortTextSection('titles of sources', sourceTitles.join('\n'), context.fence)}`
        : null,
      queriesSection({ queries }, { own: [deliverable], others: [] }, context),
      documentSection('deliverable', deliverable, context),
      conflictsSection(conflicts, context.fence),
      agentIntroduction(agent),
      `Rubric ${rubric.type}, version ${rubric.version}:\n${rubric.criteria
        .map(
          ({ id, name, description, weight }) =>
            `- ${id}: ${name} (weight ${weight}). ${description}`,
        )
        .join('\n')}`,
      `How the deliverable cites: a footnote names a source with its words, or a recorded query of the client's tables by its id, which is as good a source and links to its result; one that begins with = is a calculation, which a machine has worked out again; one that declares a proposal or an assumption needs no source.`,
      lengthLine('deliverable', deliverable, { engagement, task }),
      `Score the deliverable on each criterion, on the scale of scores. Judge only what stands in the text. Task and brief decide what the document must hold and how long it is: where a criterion asks for something that they do not need, judge how well the document serves what the criterion is for. Each comment comes before its score and names the passage or the gap that decides it.
Feedback: 2 to 5 sentences for the client's reviewer: what can be relied on, what to check, what would improve it most.`,
    ]),
  }),
};

const finding = Type.String({ minLength: 1 });
const issue = Type.Object(
  {
    concern: Type.String({ enum: [...issueConcerns] }),
    issue: finding,
    sentences: Type.Optional(
      Type.Array(finding, {
        maxItems: 4,
        description:
          'The exact words of the sentences or rows of the draft, if new words for each of them mend it all',
      }),
    ),
  },
  { additionalProperties: false },
);
const score = Type.Number({ minimum: 0, maximum: 100 });

/** Lets the observer score a draft by the writer's material and list issues for a revision. */
export const observePrompt: PromptDefinition<'observe'> = {
  purpose: 'observe',
  maxOutputTokens: 2_500,

  outputSchema: ({ earlier }) =>
    Type.Object(
      {
        strengths: Type.Array(finding, { maxItems: 5 }),
        issues: Type.Array(issue, {
          maxItems: 5,
          description: 'Imperative sentences, gravest first',
        }),
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
        shortTextSection(
          'issues of the earlier draft',
          numberIssues(input.earlier.issues),
          context.fence,
        ),
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

const maxTextLength = 1_000;

/** Lets a model of another provider object to the paper, for those who decide. */
export const challengePrompt: PromptDefinition<'challenge'> = {
  purpose: 'challenge',
  maxOutputTokens: 3_000,

  outputSchema: ({ maxObjections }) => {
    const objection = Type.Object(
      {
        objection: Type.String({
          minLength: 1,
          maxLength: maxTextLength,
          description: 'What is wrong, and what follows',
        }),
        passage: Type.String({
          minLength: 1,
          maxLength: maxTextLength,
          description: 'The exact words of the paper',
        }),
        citation: Type.Union([Type.String({ maxLength: maxTextLength }), Type.Null()], {
          description:
            'The footnote of the paper that the objection rests on, such as [^3]; null for its reasoning',
        }),
      },
      { additionalProperties: false },
    );
    return Type.Object(
      { objections: Type.Array(objection, { maxItems: maxObjections }) },
      { additionalProperties: false },
    );
  },

  render: ({ task, document, maxObjections }, context) => ({
    material: taskSection(task, context.fence),
    assignment: joinParts([
      documentSection('paper', document, context),
      `You did not write this paper, and you are paid to find what would embarrass its author before the board. Name its ${maxObjections} strongest weaknesses, the gravest first; fewer if there are fewer.
- A weakness is a conclusion that its own figures do not carry, a figure that contradicts another or its source, an alternative or a risk that would change the decision and is missing, or an assumption that is told as a fact.
- Each one names the passage in the exact words of the paper, what is wrong with it, and what follows for the decision. Cite the footnote that the passage rests on, if it has one.
- Style, length and wording are no weaknesses. Invent no facts: what the paper and the brief do not say, you do not know.`,
    ]),
  }),
};
