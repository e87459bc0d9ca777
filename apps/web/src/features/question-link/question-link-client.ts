import { type Client, createClient, isApiError } from '@ecp/sdk/create-client';
import { queryOptions } from '@tanstack/react-query';

/** Creates an API client for the token of a mailed link. It never sends the session of a signed-in user. */
const linkClient = (token: string, maxRetries: number): Client =>
  createClient({ baseUrl: '', apiKey: token, timeoutMs: 30_000, maxRetries });

/** Answers the question of a link. It is sent once, because a link works once: a repetition would be refused (ASK-9). */
export const sendLinkedAnswer = (token: string, answer: string) =>
  linkClient(token, 0).answerLinkedQuestion({ answer });

/** Returns whether a text has the form of a link's token. Other texts are never sent. */
export const isAnswerToken = (text: string): boolean => /^svc_answer_[0-9a-f]{32}$/.test(text);

/** The question of a link. It is read once: after the answer the link opens nothing. */
export const linkedQuestionQuery = (token: string) =>
  queryOptions({
    queryKey: ['question-link', token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => linkClient(token, 2).getLinkedQuestion({}, { signal }),
  });

/** Returns whether a link is wrong, used or expired. The API does not say which (ASK-9). */
export const isClosedLink = (error: unknown): boolean => isApiError(error, 'invalid_answer_link', 'invalid_api_key');
