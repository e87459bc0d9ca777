import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, RequiredText, Timestamp } from '../declaring/scalars.ts';
import { FactValue } from './notebook.ts';

/** Bounds of an answer: characters of texts, and entries of its lists. */
export const answerLimits = {
  question: 2_000,
  answer: 10_000,
  text: 4_000,
  name: 400,
  claims: 20,
  list: 50,
  facts: 50,
} as const;

const text = Type.String({ maxLength: answerLimits.text });
const name = Type.String({ maxLength: answerLimits.name });
const filledText = RequiredText(answerLimits.text);

/** A statement that carries the answer, with the facts that it rests on. */
export const AnswerClaim = Type.Object({
  text: filledText,
  facts: Type.Array(Type.String({ maxLength: 100 }), { maxItems: answerLimits.facts }),
  sureness: Type.Enum(['high', 'medium', 'low']),
  counter: Type.String({
    maxLength: answerLimits.text,
    description: 'The strongest reading against the claim',
  }),
});
export type AnswerClaim = Static<typeof AnswerClaim>;

/** Something to do: who does it, for how much money, and when. */
export const AnswerMotion = Type.Object({
  text: filledText,
  who: name,
  amount: name,
  from: name,
  until: name,
});
export type AnswerMotion = Static<typeof AnswerMotion>;

/** A measure that was considered and left out. */
const OmittedMeasure = Type.Object({ text: filledText, reason: text });

/** The model behind the amounts of the answer: an entry of the notebook with its inputs. */
export const AnswerModel = Type.Object({
  entryId: Type.String({ maxLength: 100 }),
  inputs: Type.Array(
    Type.Object({ name, low: FactValue, usual: FactValue, high: FactValue, source: text }),
    { maxItems: answerLimits.list },
  ),
  results: Type.Array(Type.Object({ name, low: FactValue, usual: FactValue, high: FactValue }), {
    maxItems: answerLimits.list,
  }),
  breakEven: text,
});

/** What a challenger holds against the answer, and what became of it. */
export const AnswerObjection = Type.Object({
  text: filledText,
  evidence: text,
  status: Type.Enum(['accepted', 'refused']),
  reason: text,
});
export type AnswerObjection = Static<typeof AnswerObjection>;

/** The parts of an answer that people may edit. */
const editableFields = {
  question: RequiredText(answerLimits.question),
  answer: RequiredText(answerLimits.answer),
  claims: Type.Array(AnswerClaim, { maxItems: answerLimits.claims }),
  motions: Type.Array(AnswerMotion, { maxItems: answerLimits.list }),
  notDone: Type.Array(OmittedMeasure, { maxItems: answerLimits.list }),
  unknown: Type.Array(filledText, { maxItems: answerLimits.list }),
};

/** What an engagement decides, without the state of its approval. */
export const AnswerContent = Type.Object({
  ...editableFields,
  model: Nullable(AnswerModel),
  contradictions: Type.Array(
    Type.Object({ about: text, values: Type.Array(text, { maxItems: 20 }), used: text }),
    { maxItems: answerLimits.list },
  ),
  division: Type.Array(Type.Object({ taskId: Type.String({ maxLength: 100 }), holds: text }), {
    maxItems: 100,
    description: 'What each document holds',
  }),
  objections: Type.Array(AnswerObjection, { maxItems: answerLimits.list }),
});
export type AnswerContent = Static<typeof AnswerContent>;

/** What became of an objection. Its id is `o1` for the first that was raised. */
export interface SettledObjection extends Pick<AnswerObjection, 'status' | 'reason'> {
  id: string;
}

/** An answer as an agent submits it: what it leaves out is empty. */
export type AnswerSubmission = Pick<AnswerContent, 'question' | 'answer'> &
  Partial<Omit<AnswerContent, 'objections'>> & { objections?: SettledObjection[] };

/** `approved` is set by a person only. */
export const answerStatuses = ['draft', 'challenged', 'approved'] as const;
export type AnswerStatus = (typeof answerStatuses)[number];

/** The answer of an engagement, from which all its documents are written. */
export const Answer = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  status: Type.Enum([...answerStatuses]),
  ...AnswerContent.properties,
  approvedBy: Nullable(Type.String({ description: 'Name for people' })),
  approvedAt: Nullable(Timestamp),
});
export type Answer = Static<typeof Answer>;

/** A version of the answer, with who made it. */
export const AnswerVersion = Type.Object({
  ...Answer.properties,
  origin: Type.Enum(['agent', 'human']),
  editedBy: Nullable(Type.String({ description: 'Name for people; null for an agent' })),
  createdAt: Timestamp,
});
export type AnswerVersion = Static<typeof AnswerVersion>;

export const UpdateAnswerBody = Type.Object(
  {
    question: Type.Optional(editableFields.question),
    answer: Type.Optional(editableFields.answer),
    claims: Type.Optional(editableFields.claims),
    motions: Type.Optional(editableFields.motions),
    notDone: Type.Optional(editableFields.notDone),
    unknown: Type.Optional(editableFields.unknown),
  },
  { minProperties: 1, additionalProperties: false },
);
export type UpdateAnswerBody = Static<typeof UpdateAnswerBody>;

/** Bounds of a message to a run, in characters. */
export const messageLimits = { text: 10_000 } as const;

/** A person's message to the lead of a run. */
export const RunMessage = Type.Object({
  id: Id,
  text: Type.String(),
  by: Type.String({ description: 'Name for people' }),
  createdAt: Timestamp,
  readAt: Nullable(Timestamp),
});
export type RunMessage = Static<typeof RunMessage>;

const ofEngagement = { params: EngagementParams, tag: 'Answer' } as const;

export const getAnswer = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/answer',
  name: 'getAnswer',
  summary: 'Read the answer that the documents are written from',
  responses: { 200: Answer },
  errors: ['not_found'],
});

export const listAnswerVersions = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/answer/versions',
  name: 'listAnswerVersions',
  summary: 'List the versions of the answer, the latest first',
  responses: { 200: Type.Object({ versions: Type.Array(AnswerVersion) }) },
  errors: ['not_found'],
});

export const updateAnswer = defineEndpoint({
  ...ofEngagement,
  method: 'PATCH',
  path: '/api/engagements/:id/answer',
  name: 'updateAnswer',
  summary: 'Edit the answer, which makes a new version',
  level: 'write',
  body: UpdateAnswerBody,
  responses: { 200: Answer },
  errors: ['not_found'],
});

export const approveAnswer = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/answer/approve',
  name: 'approveAnswer',
  summary: 'Approve the answer, so that the run that waits writes its documents',
  level: 'write',
  responses: { 200: Answer },
  errors: ['not_found', 'not_waiting'],
});

export const returnAnswer = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/answer/return',
  name: 'returnAnswer',
  summary: 'Return the answer with notes to the lead of the run that waits',
  level: 'write',
  body: Type.Object({ notes: RequiredText(messageLimits.text) }),
  responses: { 202: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found', 'not_waiting'],
});

export const sendMessage = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/messages',
  name: 'sendMessage',
  summary: 'Send a message to the lead of the run; it is read at the next turn',
  level: 'write',
  body: Type.Object({ text: RequiredText(messageLimits.text) }),
  responses: { 202: Type.Object({ id: Id }) },
  errors: ['not_found', 'not_running'],
});

export const listMessages = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/messages',
  name: 'listMessages',
  summary: 'List the messages to the runs of an engagement, oldest first',
  responses: { 200: Type.Object({ messages: Type.Array(RunMessage) }) },
});
