import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { PageBranding } from '../identity/branding.ts';
import { AnswerBody, questionFields } from '../work/questions.ts';

/** The content of a mailed link: its question, engagement and firm (contract 11). */
export const LinkedQuestion = Type.Object({
  question: Type.Object(questionFields),
  engagement: Type.Object({ name: Type.String() }),
  branding: PageBranding,
});
export type LinkedQuestion = Static<typeof LinkedQuestion>;

/** `svc_answer_` and 32 hexadecimal characters. A link that is wrong, used or expired always gets the same 401. */
const link = { tag: 'Questions', credentials: 'answer_link', engagementKeyAccess: 'open' } as const;

export const getLinkedQuestion = defineEndpoint({
  ...link,
  method: 'GET',
  path: '/api/question-link',
  name: 'getLinkedQuestion',
  summary: 'Read the question that a mailed link answers',
  responses: { 200: LinkedQuestion },
});

export const answerLinkedQuestion = defineEndpoint({
  ...link,
  method: 'POST',
  path: '/api/question-link',
  name: 'answerLinkedQuestion',
  summary: 'Answer the question of a mailed link, which uses the link up',
  body: AnswerBody,
  responses: { 200: LinkedQuestion },
});
