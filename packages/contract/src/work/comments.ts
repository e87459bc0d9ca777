import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  DeliverableParams,
  EngagementParams,
  Id,
  Nullable,
  RequiredText,
  Timestamp,
} from '../declaring/scalars.ts';
import { commentLimits } from '../values/limits.ts';
import { NoteAnswer } from '../values/review-answers.ts';
import { VersionNumber } from './deliverables.ts';

export const commentStatuses = ['open', 'resolved'] as const;
export type CommentStatus = (typeof commentStatuses)[number];
const Status = Type.Enum([...commentStatuses]);

export const CommentReply = Type.Object({
  id: Id,
  body: Type.String(),
  author: Author,
  createdAt: Timestamp,
});
export type CommentReply = Static<typeof CommentReply>;

/** The words in a version that a comment is about. */
export const Passage = Type.Object({
  version: Type.Integer({ description: 'The version in which the passage stands so' }),
  start: Type.Integer({ description: 'Offset in the rendered words' }),
  end: Type.Integer(),
  quote: Type.String({ description: 'The words of the passage in that version' }),
  prefix: Type.String({ description: 'The words before it' }),
  suffix: Type.String({ description: 'The words after it' }),
});
export type Passage = Static<typeof Passage>;

/** A comment on a passage, a whole document, or the engagement. */
export const Comment = Type.Object({
  id: Id,
  filename: Nullable(Type.String({ description: 'Null for a comment on the whole engagement' })),
  version: Nullable(Type.Integer({ description: 'The version that the author read' })),
  body: Type.String(),
  quote: Nullable(Type.String({ description: 'The words that the author selected' })),
  prefix: Nullable(Type.String()),
  suffix: Nullable(Type.String()),
  section: Nullable(Type.String({ description: 'Heading of the section with the passage' })),
  suggestion: Nullable(
    Type.String({ description: 'Words that the author proposes for the quote' }),
  ),
  passage: Nullable(Passage),
  orphaned: Type.Boolean({ description: 'True if the words of the passage went' }),
  author: Author,
  status: Status,
  resolvedBy: Nullable(Author),
  resolvedAt: Nullable(Timestamp),
  replies: Type.Array(CommentReply),
  answer: Nullable(NoteAnswer),
  answeredVersion: Nullable(Type.Integer({ description: 'The version with the answer' })),
  createdAt: Timestamp,
});
export type Comment = Static<typeof Comment>;

const Selector = {
  quote: Type.Optional(Nullable(RequiredText(commentLimits.quote))),
  prefix: Type.Optional(Nullable(Type.String({ maxLength: commentLimits.context }))),
  suffix: Type.Optional(Nullable(Type.String({ maxLength: commentLimits.context }))),
};

/**
 * A quote with the words around it, and the version that it was read in; the latest without
 * `version`.
 */
export const PassageFields = { ...Selector, version: Type.Optional(Nullable(VersionNumber)) };

const CommentText = RequiredText(commentLimits.body);

export const CreateCommentBody = Type.Object({
  body: CommentText,
  ...PassageFields,
  suggestion: Type.Optional(Nullable(Type.String({ maxLength: commentLimits.quote }))),
});
export type CreateCommentBody = Static<typeof CreateCommentBody>;

const ReplyBody = Type.Object({ body: CommentText });
const UpdateCommentBody = Type.Object({ status: Status });

export const ListCommentsQuery = Type.Object({
  status: Type.Optional(Status),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListCommentsQuery = Static<typeof ListCommentsQuery>;

const CommentId = Type.String({ maxLength: 100 });
const ofEngagement = Type.Object({ ...EngagementParams.properties, commentId: CommentId });
const ofDocument = Type.Object({ ...DeliverableParams.properties, commentId: CommentId });
const tag = 'Comments';
const CommentList = Type.Object({ comments: Type.Array(Comment) });
const creating = {
  tag,
  level: 'write',
  body: CreateCommentBody,
  responses: { 201: Comment },
} as const;
const replying = { tag, level: 'write', body: ReplyBody, responses: { 201: Comment } } as const;
const updating = {
  tag,
  level: 'write',
  body: UpdateCommentBody,
  responses: { 200: Comment },
} as const;

export const createComment = defineEndpoint({
  ...creating,
  method: 'POST',
  path: '/api/engagements/:id/deliverables/:filename/comments',
  name: 'createComment',
  summary: 'Comment on a passage of a deliverable, or on all of it',
  params: DeliverableParams,
  errors: ['text_too_complex', 'quote_not_found', 'comment_limit_reached'],
});

export const listDocumentComments = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/comments',
  name: 'listDocumentComments',
  summary: 'List the comments on a deliverable, oldest first',
  tag,
  params: DeliverableParams,
  query: ListCommentsQuery,
  responses: { 200: CommentList },
});

export const replyInDocument = defineEndpoint({
  ...replying,
  method: 'POST',
  path: '/api/engagements/:id/deliverables/:filename/comments/:commentId/replies',
  name: 'replyInDocument',
  summary: 'Reply to a comment on a deliverable',
  params: ofDocument,
  errors: ['not_found', 'reply_limit_reached'],
});

export const updateDocumentComment = defineEndpoint({
  ...updating,
  method: 'PATCH',
  path: '/api/engagements/:id/deliverables/:filename/comments/:commentId',
  name: 'updateDocumentComment',
  summary: 'Resolve a comment on a deliverable, or open it again',
  params: ofDocument,
  errors: ['not_found'],
});

export const createEngagementComment = defineEndpoint({
  ...creating,
  method: 'POST',
  path: '/api/engagements/:id/comments',
  name: 'createEngagementComment',
  summary: 'Comment on the whole engagement',
  params: EngagementParams,
  body: Type.Object({ body: CommentText }),
  errors: ['comment_limit_reached'],
});

export const listComments = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/comments',
  name: 'listComments',
  summary: 'List all comments of an engagement, oldest first',
  tag,
  params: EngagementParams,
  query: ListCommentsQuery,
  responses: { 200: CommentList },
});

export const replyToComment = defineEndpoint({
  ...replying,
  method: 'POST',
  path: '/api/engagements/:id/comments/:commentId/replies',
  name: 'replyToComment',
  summary: 'Reply to a comment',
  params: ofEngagement,
  errors: ['not_found', 'reply_limit_reached'],
});

export const updateComment = defineEndpoint({
  ...updating,
  method: 'PATCH',
  path: '/api/engagements/:id/comments/:commentId',
  name: 'updateComment',
  summary: 'Resolve a comment, or open it again',
  params: ofEngagement,
  errors: ['not_found'],
});

export const acceptSuggestion = defineEndpoint({
  tag,
  level: 'write',
  method: 'POST',
  path: '/api/engagements/:id/comments/:commentId/accept',
  name: 'acceptSuggestion',
  summary: 'Put the words that a comment proposes in the place of its passage, as the next version',
  params: ofEngagement,
  responses: { 201: Type.Object({ version: Type.Integer() }) },
  errors: [
    'text_too_complex',
    'not_found',
    'no_open_suggestion',
    'passage_changed',
    'not_latest_version',
    'nothing_changed',
  ],
});
