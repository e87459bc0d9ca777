import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  EngagementParams,
  GivenTime,
  Id,
  LabelText,
  LineText,
  Nullable,
  RequiredText,
  Timestamp,
} from '../declaring/scalars.ts';
import { Email, PageLanguageName } from '../identity/auth.ts';
import { PageBranding } from '../identity/branding.ts';
import { Derivation } from '../values/citations.ts';
import { ClientFootnotes, footnoteErrors } from '../values/footnote-queries.ts';
import { commentLimits } from '../values/limits.ts';
import { ClientDecision, DecisionCount } from '../values/review-answers.ts';
import { CommentReply, commentStatuses, Passage, PassageFields } from '../work/comments.ts';
import { ApprovalStatus, ReviewResult, VersionNumber } from '../work/deliverables.ts';
import { EngagementStatus } from '../work/engagements.ts';
import { AnswerBody, AnswerText, questionFields } from '../work/questions.ts';
import { sourceFields } from '../work/sources.ts';

/**
 * The permissions of a link: `download` documents as files, `sources` cited passages, `files` cited
 * files whole.
 */
export const portalPermissions = [
  'read',
  'comment',
  'approve',
  'answer',
  'download',
  'sources',
  'files',
] as const;
export type PortalPermission = (typeof portalPermissions)[number];
/** The permissions of a link for which none are given. */
export const defaultPortalPermissions: readonly PortalPermission[] = ['read', 'comment', 'approve'];
const Permission = Type.Enum([...portalPermissions]);

/**
 * The documents of a link: the latest versions, or those that were released to it and nothing else.
 */
const linkDocuments = ['latest', 'released'] as const;
export type LinkDocuments = (typeof linkDocuments)[number];
const Documents = Type.Enum([...linkDocuments]);

const tokenFields = {
  id: Id,
  label: Nullable(Type.String()),
  clientName: Nullable(
    Type.String({ description: 'The author of what comes by the link; null: `Client`' }),
  ),
  clientEmail: Nullable(Type.String({ description: 'Address that releases are mailed to' })),
  documents: Documents,
  previewOf: Nullable(Type.String({ description: 'The link whose documents a preview shows' })),
  permissions: Type.Array(Permission),
  seesOthers: Type.Boolean({
    description: 'True if the client reads the comments of other clients too',
  }),
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  revokedAt: Nullable(Timestamp),
};
/** A client's access to one engagement, without the secret token. */
export const PortalToken = Type.Object(tokenFields);
export type PortalToken = Static<typeof PortalToken>;

/** A portal token with its secret: `svc_portal_` and 32 hexadecimal characters. */
export const IssuedPortalToken = Type.Object({
  ...tokenFields,
  token: Type.String(),
  url: Type.String(),
});
export type IssuedPortalToken = Static<typeof IssuedPortalToken>;

export const CreatePortalTokenBody = Type.Object({
  label: Type.Optional(Nullable(LabelText(200))),
  clientName: Type.Optional(Nullable(LineText(200))),
  clientEmail: Type.Optional(Nullable(Email)),
  documents: Type.Optional(Documents),
  /**
   * Makes a preview: a link that reads what another one shows, and permits nothing that speaks for
   * the client.
   */
  previewOf: Type.Optional(Type.String({ maxLength: 100 })),
  expiresAt: Type.Optional(Nullable(GivenTime)),
  permissions: Type.Optional(
    Type.Array(Permission, { minItems: 1, maxItems: portalPermissions.length }),
  ),
  seesOthers: Type.Optional(Type.Boolean()),
});
export type CreatePortalTokenBody = Static<typeof CreatePortalTokenBody>;

/**
 * A client's comment. For clients, the team's replies have no ids, and words of unseen versions are
 * null.
 */
export const PortalComment = Type.Object({
  id: Id,
  filename: Nullable(Type.String()),
  version: Nullable(Type.Integer({ description: 'The version that the client read' })),
  author: Author,
  body: Type.String(),
  quote: Nullable(Type.String({ description: 'The words that the client selected' })),
  prefix: Nullable(Type.String()),
  suffix: Nullable(Type.String()),
  section: Nullable(Type.String()),
  passage: Nullable(Passage),
  orphaned: Type.Boolean(),
  status: Type.Enum([...commentStatuses]),
  replies: Type.Array(CommentReply),
  createdAt: Timestamp,
});
export type PortalComment = Static<typeof PortalComment>;

const tag = 'Client portal';
const ofEngagement = { tag, params: EngagementParams } as const;

export const createPortalToken = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/portal-tokens',
  name: 'createPortalToken',
  summary: 'Create a client link; the token is in this answer only',
  level: 'write',
  body: CreatePortalTokenBody,
  bodyOptional: true,
  responses: { 201: IssuedPortalToken },
  errors: [
    'portal_link_limit_reached',
    'portal_link_ended',
    'admin_access_required',
    'owner_access_required',
    'wall_outside',
  ],
});

/** Requires the role member or higher. */
export const listPortalTokens = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/portal-tokens',
  name: 'listPortalTokens',
  summary: 'List client links, including revoked ones',
  level: 'write',
  responses: { 200: Type.Object({ tokens: Type.Array(PortalToken) }) },
});

export const revokePortalToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/engagements/:id/portal-tokens/:tokenId',
  name: 'revokePortalToken',
  summary: 'Revoke a client link immediately',
  tag,
  level: 'write',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    tokenId: Type.String({ maxLength: 100 }),
  }),
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
});

/** The clients' comments, for the team. */
export const listPortalComments = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/portal-comments',
  name: 'listPortalComments',
  summary: 'List the newest client comments, oldest first',
  responses: { 200: Type.Object({ comments: Type.Array(PortalComment) }) },
});

/**
 * The cover that a visitor reads first: the state for the client, and the open requests to the
 * client.
 */
const Cover = Type.Object({
  /**
   * `preparing`: there is nothing to read yet; `asked`: something waits for the client; `settled`:
   * nothing does.
   */
  state: Type.Enum(['preparing', 'asked', 'settled']),
  /**
   * Files that ask for a decision and have none by this link, and questions without an answer, as
   * the link permits.
   */
  asked: Type.Object({
    decisions: Type.Array(Type.String()),
    questions: Type.Integer({ minimum: 0 }),
  }),
  /**
   * The newest release to the link; `releasedBy` is the name of a person, or null for a program.
   */
  release: Nullable(
    Type.Object({
      message: Nullable(Type.String()),
      releasedBy: Nullable(Type.String()),
      releasedAt: Timestamp,
    }),
  ),
});

/** The client's view, without internal files; its texts hold nothing that is the team's. */
export const PortalView = Type.Object({
  /**
   * The language of the brief, in which the client reads the page; null if the pages have none of
   * it.
   */
  language: Nullable(PageLanguageName),
  engagement: Type.Object({
    id: Id,
    name: Type.String(),
    client: Type.String(),
    status: Nullable(EngagementStatus),
  }),
  permissions: Type.Array(Permission),
  documents: Documents,
  clientName: tokenFields.clientName,
  commentsReachClients: Type.Boolean({
    description: 'True if other clients read what this link comments',
  }),
  cover: Cover,
  aiUse: Type.Boolean({ description: 'True if a release has brought a statement of AI use' }),
  branding: PageBranding,
  deliverables: Type.Array(
    Type.Object({
      id: Id,
      filename: Type.String(),
      title: Type.String(),
      content: Type.String({
        description: 'Markdown; a chart stands in it as an image `charts/<number>`',
      }),
      version: Type.Integer(),
      createdAt: Timestamp,
      /** When the link got the version before this one; null for the first one. */
      changedSince: Nullable(Timestamp),
      asksDecision: Type.Boolean({
        description:
          'What the release says; else true for the synthesis, and for each document of a link without one',
      }),
      opening: Nullable(
        Type.String({
          description: 'The advice of a document that asks for a decision, in plain text',
        }),
      ),
      /** The decision by this link, which no other one is told. */
      clientDecision: ClientDecision,
      decisions: DecisionCount,
      approvalStatus: Nullable(ApprovalStatus),
      /** The archived pages that it cites. */
      citedPages: Type.Array(
        Type.Object({
          footnote: Nullable(Type.String()),
          claim: Type.String(),
          title: Type.String(),
          url: Type.String(),
          fetchedAt: Timestamp,
        }),
      ),
      derivations: Type.Array(Type.Object({ claim: Type.String(), derivation: Derivation }), {
        description:
          'How figures without a footnote follow from others; empty without the permission `sources`',
      }),
    }),
  ),
  comments: Type.Array(PortalComment),
  questions: Type.Array(Type.Object(questionFields), {
    description:
      'The questions of agents, newest first; empty without the permission `answer`. The words of another client are null unless the link sees others',
  }),
});
export type PortalView = Static<typeof PortalView>;

const portal = { tag, credentials: 'portal', engagementKeyAccess: 'open' } as const;

export const getPortal = defineEndpoint({
  ...portal,
  method: 'GET',
  path: '/api/portal',
  name: 'getPortal',
  summary: 'Read the engagement as its client sees it',
  portalPermission: 'read',
  query: Type.Object({ footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: PortalView },
  errors: ['text_too_complex'],
});

/** A name in a body is ignored: the link says who speaks. */
const author = Type.Optional(Nullable(Type.String({ maxLength: 200, description: 'Ignored' })));

/** The service looks for the quote in the version that the link shows, and ignores `version`. */
export const PortalCommentBody = Type.Object({
  filename: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
  author,
  body: RequiredText(commentLimits.body),
  ...PassageFields,
});
export type PortalCommentBody = Static<typeof PortalCommentBody>;

export const commentInPortal = defineEndpoint({
  ...portal,
  method: 'POST',
  path: '/api/portal/comments',
  name: 'commentInPortal',
  summary: 'Comment as the client',
  portalPermission: 'comment',
  body: PortalCommentBody,
  responses: { 201: PortalComment },
  errors: ['text_too_complex', 'not_found', 'quote_not_found', 'comment_limit_reached'],
});

export const PortalReplyBody = Type.Object({ author, body: RequiredText(commentLimits.body) });
export type PortalReplyBody = Static<typeof PortalReplyBody>;

export const replyInPortal = defineEndpoint({
  ...portal,
  method: 'POST',
  path: '/api/portal/comments/:commentId/replies',
  name: 'replyInPortal',
  summary: 'Reply to a comment of a client, as the client',
  portalPermission: 'comment',
  params: Type.Object({ commentId: Type.String({ maxLength: 100 }) }),
  body: PortalReplyBody,
  responses: { 201: PortalComment },
  errors: ['not_found', 'reply_limit_reached'],
});

/**
 * `version` is the one the client has read. The review is refused when another one is the latest.
 */
export const PortalReviewBody = Type.Object({
  action: Type.Enum(['approve', 'reject']),
  author,
  notes: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
  version: Type.Optional(VersionNumber),
});
export type PortalReviewBody = Static<typeof PortalReviewBody>;

/**
 * A decision with its author and time. By a link of `latest` it is a review too; otherwise those
 * fields are null.
 */
export const PortalReviewResult = Type.Object({
  deliverableId: Id,
  approvalStatus: Nullable(ReviewResult.properties.approvalStatus),
  reviewedAt: Timestamp,
  reviewedBy: Type.String(),
  author: Author,
});
export type PortalReviewResult = Static<typeof PortalReviewResult>;

export const reviewInPortal = defineEndpoint({
  ...portal,
  method: 'POST',
  path: '/api/portal/deliverables/:filename/review',
  name: 'reviewInPortal',
  summary: 'Approve or reject the shown version as the client',
  portalPermission: 'approve',
  params: Type.Object({ filename: Type.String({ maxLength: 300 }) }),
  body: PortalReviewBody,
  bodyErrors: [{ fields: ['action'], code: 'invalid_portal_action' }],
  responses: { 200: PortalReviewResult },
  errors: ['not_found', 'not_latest_version', 'client_citations_open', 'review_limit_reached'],
});

export const PortalAnswerBody = Type.Object({ answer: AnswerText, author });
export type PortalAnswerBody = Static<typeof PortalAnswerBody>;

export const answerInPortal = defineEndpoint({
  ...portal,
  method: 'POST',
  path: '/api/portal/questions/:questionId/answer',
  name: 'answerInPortal',
  summary: 'Answer a question as the client, once',
  portalPermission: 'answer',
  params: Type.Object({ questionId: Type.String({ maxLength: 64 }) }),
  body: PortalAnswerBody,
  responses: { 200: Type.Object(questionFields) },
  errors: ['not_found', 'question_answered'],
});

const portalFile = {
  tag: 'Client portal',
  credentials: 'portal',
  engagementKeyAccess: 'open',
  method: 'GET',
} as const;
const named = Type.Object({ filename: Type.String({ maxLength: 300 }) });

export const exportInPortal = defineEndpoint({
  ...portalFile,
  path: '/api/portal/export/pdf',
  name: 'exportInPortal',
  summary: 'Export the documents of the link as one PDF',
  portalPermission: 'download',
  query: Type.Object({ footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex', 'no_deliverables', 'document_too_large'],
});

export const exportDeliverableInPortal = defineEndpoint({
  ...portalFile,
  path: '/api/portal/deliverables/:filename/export/pdf',
  name: 'exportDeliverableInPortal',
  summary: 'Export one document of the link as a PDF',
  portalPermission: 'download',
  query: Type.Object({ footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  params: named,
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex', 'not_found', 'document_too_large'],
});

export const exportAiUseInPortal = defineEndpoint({
  ...portalFile,
  path: '/api/portal/export/ai-use',
  name: 'exportAiUseInPortal',
  summary:
    'Export the statement of AI use that came with the newest release that brought one (PDF)',
  portalPermission: 'read',
  responses: { 200: 'application/pdf' },
  errors: ['not_found', 'document_too_large', 'text_too_complex'],
});

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const exportInPortalToWord = defineEndpoint({
  ...portalFile,
  path: '/api/portal/export/docx',
  name: 'exportInPortalToWord',
  summary: 'Export the documents of the link as one Word file',
  portalPermission: 'download',
  query: Type.Object({ footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: docx },
  errors: ['text_too_complex', 'no_deliverables', 'document_too_large'],
});

export const exportDeliverableInPortalToWord = defineEndpoint({
  ...portalFile,
  path: '/api/portal/deliverables/:filename/export/docx',
  name: 'exportDeliverableInPortalToWord',
  summary: 'Export one document of the link as a Word file',
  portalPermission: 'download',
  query: Type.Object({ footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  params: named,
  responses: { 200: docx },
  errors: ['text_too_complex', 'not_found', 'document_too_large'],
});

/**
 * A footnote's source for a client: the passage with a sentence, or the row with a row, on each
 * side; with permission `files` its page, sheet or section. Of the brief and hidden documents, the
 * quoted words only.
 */
export const PortalSource = Type.Object(sourceFields);
export type PortalSource = Static<typeof PortalSource>;

const ofFootnote = {
  ...portalFile,
  portalPermission: 'sources',
  params: Type.Object({ ...named.properties, footnote: Type.String({ maxLength: 200 }) }),
} as const;

export const getPortalSource = defineEndpoint({
  ...ofFootnote,
  path: '/api/portal/deliverables/:filename/sources/:footnote',
  name: 'getPortalSource',
  summary: 'Read the passage that a footnote cites, with the text around it',
  responses: { 200: PortalSource },
  errors: ['text_too_complex', 'not_found'],
});

/** Only PDFs are given, to be shown in a page. */
export const getPortalSourceFile = defineEndpoint({
  ...ofFootnote,
  portalPermission: 'files',
  path: '/api/portal/deliverables/:filename/sources/:footnote/file',
  name: 'getPortalSourceFile',
  summary: 'Read the PDF that a footnote cites',
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex', 'not_found'],
});

/** The content of a mailed link: its question, engagement and firm. */
export const LinkedQuestion = Type.Object({
  question: Type.Object(questionFields),
  engagement: Type.Object({ name: Type.String() }),
  branding: PageBranding,
});
export type LinkedQuestion = Static<typeof LinkedQuestion>;

/**
 * `svc_answer_` and 32 hexadecimal characters. A link that is wrong, used or expired always gets
 * the same 401.
 */
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
