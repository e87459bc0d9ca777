import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  EngagementParams,
  Id,
  Nullable,
  RequiredText,
  Timestamp,
} from '../declaring/scalars.ts';
import { questionLimits } from '../values/limits.ts';

/**
 * The states of a question: its task waits, a person has answered, or the task goes on from the
 * assumption.
 */
const questionStatuses = ['open', 'answered', 'assumed'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];
const Status = Type.Enum([...questionStatuses]);

/**
 * The fields of a question that every reader gets: the team, the client and the person with a
 * mailed link.
 */
export const questionFields = {
  id: Id,
  question: Type.String(),
  assumption: Type.String({
    description: 'The assumption of the agent if nobody answers; empty for a person’s question',
  }),
  impact: Type.String({ description: 'The part of the work that depends on the answer' }),
  status: Status,
  answer: Nullable(Type.String()),
  answeredBy: Nullable(
    Type.String({ description: 'Name for people: `Ada`, `Clara (client)`, `API key CI`' }),
  ),
  answerAuthor: Nullable(Author),
  answeredAt: Nullable(Timestamp),
  dueAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'The task waits until then; null if nothing waits',
    }),
  ),
  createdAt: Timestamp,
};

/** A question of an agent to people. */
export const Question = Type.Object({
  ...questionFields,
  runId: Id,
  taskId: Nullable(Type.String()),
  agent: Type.String({ description: 'Slug of the agent that asked' }),
  documents: Type.Array(
    Type.Object({ filename: Type.String(), title: Type.String(), version: Type.Integer() }),
    {
      description: 'The latest versions that rest on the assumption',
    },
  ),
});
export type Question = Static<typeof Question>;

/** A question in the inbox over all engagements. */
export const InboxQuestion = Type.Object({
  ...Question.properties,
  engagementId: Id,
  engagementName: Type.String(),
});
export type InboxQuestion = Static<typeof InboxQuestion>;

export const AnswerText = RequiredText(questionLimits.answer);
export const AnswerBody = Type.Object({ answer: AnswerText });

export const AskQuestionBody = Type.Object({
  filename: Type.String({ maxLength: 200, description: 'The document that leaves it open' }),
  question: RequiredText(questionLimits.question),
});
export type AskQuestionBody = Static<typeof AskQuestionBody>;

const QuestionParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  questionId: Type.String({ maxLength: 64 }),
});

export const ListAllQuestionsQuery = Type.Object({
  scope: Type.Optional(
    Type.Enum(['mine', 'all'], {
      description: '`mine`: engagements of the caller and those that nobody owns. All by default',
    }),
  ),
  status: Type.Optional(Status),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListAllQuestionsQuery = Static<typeof ListAllQuestionsQuery>;

export const listQuestions = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/questions',
  name: 'listQuestions',
  summary: 'List the questions that agents have asked, newest first',
  tag: 'Questions',
  params: EngagementParams,
  responses: { 200: Type.Object({ questions: Type.Array(Question) }) },
});

export const askQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/:id/questions',
  name: 'askQuestion',
  summary: 'Ask what a document leaves open; clients whose links permit answers see it',
  tag: 'Questions',
  level: 'write',
  params: EngagementParams,
  body: AskQuestionBody,
  responses: { 201: Question },
  errors: ['not_found'],
});

export const answerQuestion = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/:id/questions/:questionId/answer',
  name: 'answerQuestion',
  summary: 'Answer a question, once',
  tag: 'Questions',
  params: QuestionParams,
  level: 'write',
  body: AnswerBody,
  responses: { 200: Question },
  errors: ['not_found', 'question_answered'],
});

export const listAllQuestions = defineEndpoint({
  method: 'GET',
  path: '/api/questions',
  name: 'listAllQuestions',
  summary: 'List the questions of all engagements, unanswered ones first, then newest first',
  tag: 'Questions',
  query: ListAllQuestionsQuery,
  responses: { 200: Type.Object({ questions: Type.Array(InboxQuestion) }) },
});
