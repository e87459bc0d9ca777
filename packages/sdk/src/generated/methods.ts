// Generated from the contract by scripts/generate-sdk.ts. A test fails when it is stale.
import type * as account from '@ecp/contract/identity/account';
import type * as apiKeys from '@ecp/contract/identity/api-keys';
import type * as assistants from '@ecp/contract/identity/assistants';
import type * as auditLog from '@ecp/contract/identity/audit-log';
import type * as auth from '@ecp/contract/identity/auth';
import type * as billing from '@ecp/contract/identity/billing';
import type * as branding from '@ecp/contract/identity/branding';
import type * as modelKeys from '@ecp/contract/identity/model-keys';
import type * as policies from '@ecp/contract/identity/policies';
import type * as scim from '@ecp/contract/identity/scim';
import type * as secondFactor from '@ecp/contract/identity/second-factor';
import type * as sessions from '@ecp/contract/identity/sessions';
import type * as sso from '@ecp/contract/identity/sso';
import type * as team from '@ecp/contract/identity/team';
import type * as aiUse from '@ecp/contract/reach/ai-use';
import type * as decks from '@ecp/contract/reach/decks';
import type * as exports from '@ecp/contract/reach/exports';
import type * as insights from '@ecp/contract/reach/insights';
import type * as library from '@ecp/contract/reach/library';
import type * as notices from '@ecp/contract/reach/notices';
import type * as overview from '@ecp/contract/reach/overview';
import type * as portal from '@ecp/contract/reach/portal';
import type * as releases from '@ecp/contract/reach/releases';
import type * as search from '@ecp/contract/reach/search';
import type * as service from '@ecp/contract/reach/service';
import type * as webhooks from '@ecp/contract/reach/webhooks';
import type * as answers from '@ecp/contract/work/answers';
import type * as attachments from '@ecp/contract/work/attachments';
import type * as cards from '@ecp/contract/work/cards';
import type * as comments from '@ecp/contract/work/comments';
import type * as deliverables from '@ecp/contract/work/deliverables';
import type * as economics from '@ecp/contract/work/economics';
import type * as engagements from '@ecp/contract/work/engagements';
import type * as figures from '@ecp/contract/work/figures';
import type * as grids from '@ecp/contract/work/grids';
import type * as notebook from '@ecp/contract/work/notebook';
import type * as plans from '@ecp/contract/work/plans';
import type * as questions from '@ecp/contract/work/questions';
import type * as queue from '@ecp/contract/work/queue';
import type * as recurring from '@ecp/contract/work/recurring';
import type * as research from '@ecp/contract/work/research';
import type * as runs from '@ecp/contract/work/runs';
import type * as sources from '@ecp/contract/work/sources';
import type * as storylines from '@ecp/contract/work/storylines';
import type * as tables from '@ecp/contract/work/tables';
import type * as templates from '@ecp/contract/work/templates';
import type * as walls from '@ecp/contract/work/walls';
import type { Method } from '../method-types.ts';

/** One method for each endpoint with a single response. */
export interface Methods {
  /** Make the last plan, as it is or edited, the tasks of the engagement. `POST /api/engagements/:id/plan/accept` */
  acceptPlan: Method<typeof plans.acceptPlan>;
  /** Sign in with the answer of a SAML provider and redirect to the app. `POST /api/auth/saml/:connectionId/acs` */
  acceptSaml: Method<typeof sso.acceptSaml>;
  /** Put the words that a comment proposes in the place of its passage, as the next version. `POST /api/engagements/:id/comments/:commentId/accept` */
  acceptSuggestion: Method<typeof comments.acceptSuggestion>;
  /** Start one run that amends the sections concerned. `POST /api/engagements/:id/updates/:updateId/accept` */
  acceptUpdate: Method<typeof recurring.acceptUpdate>;
  /** Add a question, which each file is asked. `POST /api/engagements/:id/grids/:gridId/columns` */
  addGridColumn: Method<typeof grids.addGridColumn>;
  /** Add files, which are asked each question. `POST /api/engagements/:id/grids/:gridId/files` */
  addGridFiles: Method<typeof grids.addGridFiles>;
  /** Add a passkey that has answered the challenge. `POST /api/me/passkeys` */
  addPasskey: Method<typeof secondFactor.addPasskey>;
  /** Start an analysis of scores, reviews, costs and models across engagements, or return the running one. `POST /api/insights/analyze` */
  analyzePatterns: Method<typeof insights.analyzePatterns>;
  /** Answer a question as the client, once. `POST /api/portal/questions/:questionId/answer` */
  answerInPortal: Method<typeof portal.answerInPortal>;
  /** Answer the question of a mailed link, which uses the link up. `POST /api/question-link` */
  answerLinkedQuestion: Method<typeof portal.answerLinkedQuestion>;
  /** Answer a question, once. `POST /api/engagements/:id/questions/:questionId/answer` */
  answerQuestion: Method<typeof questions.answerQuestion>;
  /** Approve the answer, so that the run that waits writes its documents. `POST /api/engagements/:id/answer/approve` */
  approveAnswer: Method<typeof answers.approveAnswer>;
  /** Ask what a document leaves open; clients whose links permit answers see it. `POST /api/engagements/:id/questions` */
  askQuestion: Method<typeof questions.askQuestion>;
  /** Fetch a web page and attach its text, or a PDF as it is. `POST /api/engagements/:id/attachments/from-url` */
  attachFromUrl: Method<typeof attachments.attachFromUrl>;
  /** Read the options for a new passkey, with a challenge for this session. `POST /api/me/passkeys/options` */
  beginPasskey: Method<typeof secondFactor.beginPasskey>;
  /** Get the address of the provider of an email’s domain; null without one. `POST /api/auth/sso` */
  beginSso: Method<typeof sso.beginSso>;
  /** Make a secret for an authenticator app; it counts once it is confirmed. `POST /api/me/totp` */
  beginTotp: Method<typeof secondFactor.beginTotp>;
  /** Cancel the subscription. `POST /api/billing/cancel` */
  cancelSubscription: Method<typeof billing.cancelSubscription>;
  /** Read the options to sign in, or to prove, with a passkey. `POST /api/auth/passkey/options` */
  challengePasskey: Method<typeof secondFactor.challengePasskey>;
  /** Change your password and end all your other sessions. `POST /api/me/password` */
  changePassword: Method<typeof sessions.changePassword>;
  /** Comment as the client. `POST /api/portal/comments` */
  commentInPortal: Method<typeof portal.commentInPortal>;
  /** Confirm the address that a directory has given you, by the link in the email to the former one. `POST /api/auth/confirm-address` */
  confirmAddress: Method<typeof auth.confirmAddress>;
  /** Confirm the address that a directory has given a member. `POST /api/team/:userId/confirm-address` */
  confirmMemberAddress: Method<typeof team.confirmMemberAddress>;
  /** Confirm the authenticator app with a code; the answer shows the recovery codes once. `POST /api/me/totp/confirm` */
  confirmTotp: Method<typeof secondFactor.confirmTotp>;
  /** Count what waits for the caller. `GET /api/queue/count` */
  countQueue: Method<typeof queue.countQueue>;
  /** Create an API key; the raw key is in this answer only. `POST /api/api-keys` */
  createApiKey: Method<typeof apiKeys.createApiKey>;
  /** Comment on a passage of a deliverable, or on all of it. `POST /api/engagements/:id/deliverables/:filename/comments` */
  createComment: Method<typeof comments.createComment>;
  /** Create an engagement. `POST /api/engagements` */
  createEngagement: Method<typeof engagements.createEngagement>;
  /** Comment on the whole engagement. `POST /api/engagements/:id/comments` */
  createEngagementComment: Method<typeof comments.createEngagementComment>;
  /** Ask questions of each attached file; without `attachmentIds` of all that have text. `POST /api/engagements/:id/grids` */
  createGrid: Method<typeof grids.createGrid>;
  /** Post notices to a channel of Slack or Teams. `POST /api/notice-channels` */
  createNoticeChannel: Method<typeof notices.createNoticeChannel>;
  /** Create a client link; the token is in this answer only. `POST /api/engagements/:id/portal-tokens` */
  createPortalToken: Method<typeof portal.createPortalToken>;
  /** Run one select over the tables of the engagement and record it with its result. `POST /api/engagements/:id/queries` */
  createQuery: Method<typeof tables.createQuery>;
  /** Give versions of documents to client links, and mail them. `POST /api/engagements/:id/releases` */
  createRelease: Method<typeof releases.createRelease>;
  /** Create a token with which a directory keeps the team by SCIM 2.0; it is in this answer only. `POST /api/account/scim-tokens` */
  createScimToken: Method<typeof scim.createScimToken>;
  /** Save a template. `POST /api/templates` */
  createTemplate: Method<typeof templates.createTemplate>;
  /** Put up a wall before engagements. `POST /api/walls` */
  createWall: Method<typeof walls.createWall>;
  /** Create a webhook endpoint; the secret is in this answer only. `POST /api/webhooks` */
  createWebhook: Method<typeof webhooks.createWebhook>;
  /** Erase the tenant with all its data. `DELETE /api/account/delete` */
  deleteAccount: Method<typeof account.deleteAccount>;
  /** Delete an attachment and its stored file. `DELETE /api/engagements/:id/attachments/:attachmentId` */
  deleteAttachment: Method<typeof attachments.deleteAttachment>;
  /** Remove the master of decks. `DELETE /api/account/branding/deck-template` */
  deleteDeckTemplate: Method<typeof decks.deleteDeckTemplate>;
  /** Discard your draft of a deliverable. `DELETE /api/engagements/:id/deliverables/:filename/draft` */
  deleteDraft: Method<typeof deliverables.deleteDraft>;
  /** Delete an engagement with its runs and deliverables. `DELETE /api/engagements/:id` */
  deleteEngagement: Method<typeof engagements.deleteEngagement>;
  /** Delete a grid with its cells. `DELETE /api/engagements/:id/grids/:gridId` */
  deleteGrid: Method<typeof grids.deleteGrid>;
  /** Remove the logo. `DELETE /api/account/branding/logo` */
  deleteLogo: Method<typeof branding.deleteLogo>;
  /** Delete the tenant’s key of a model provider; calls with it end at once. `DELETE /api/account/model-keys/:provider` */
  deleteModelKey: Method<typeof modelKeys.deleteModelKey>;
  /** Stop posting notices to a channel. `DELETE /api/notice-channels/:channelId` */
  deleteNoticeChannel: Method<typeof notices.deleteNoticeChannel>;
  /** End the schedule; its checks stay. `DELETE /api/engagements/:id/schedule` */
  deleteSchedule: Method<typeof recurring.deleteSchedule>;
  /** End a token of a directory at once. `DELETE /api/account/scim-tokens/:tokenId` */
  deleteScimToken: Method<typeof scim.deleteScimToken>;
  /** Remove the connection, and end the sign-ins that are under way. `DELETE /api/account/sso` */
  deleteSso: Method<typeof sso.deleteSso>;
  /** Return to the slides that follow from the documents by rules. `DELETE /api/engagements/:id/storyline` */
  deleteStoryline: Method<typeof storylines.deleteStoryline>;
  /** Delete a template of the tenant. `DELETE /api/templates/:id` */
  deleteTemplate: Method<typeof templates.deleteTemplate>;
  /** Take down a wall. `DELETE /api/walls/:wallId` */
  deleteWall: Method<typeof walls.deleteWall>;
  /** Delete a webhook endpoint and its delivery history. `DELETE /api/webhooks/:id` */
  deleteWebhook: Method<typeof webhooks.deleteWebhook>;
  /** Read the unified diff of two versions. `GET /api/engagements/:id/deliverables/:filename/diff` */
  diffDeliverable: Method<typeof deliverables.diffDeliverable>;
  /** Disconnect an assistant at once: your own, as an admin anybody’s. `DELETE /api/account/assistants/:assistantId` */
  disconnectAssistant: Method<typeof assistants.disconnectAssistant>;
  /** Leave the documents as they are; the same changes are not proposed again. `POST /api/engagements/:id/updates/:updateId/dismiss` */
  dismissUpdate: Method<typeof recurring.dismissUpdate>;
  /** Download a file through a signed link. `GET /api/downloads/:token` */
  downloadAttachment: Method<typeof attachments.downloadAttachment>;
  /** Download the archived bytes of a page. `GET /api/engagements/:id/pages/:pageId/original` */
  downloadPage: Method<typeof research.downloadPage>;
  /** Read a file with a request into the draft of an engagement; nothing is stored. `POST /api/engagement-drafts/file` */
  draftFromFile: Method<typeof engagements.draftFromFile>;
  /** Read a pasted request or mail into the draft of an engagement; nothing is stored. `POST /api/engagement-drafts` */
  draftFromText: Method<typeof engagements.draftFromText>;
  /** Let a model write a select for a question in plain words, paid from the budget. `POST /api/engagements/:id/query-drafts` */
  draftQuery: Method<typeof tables.draftQuery>;
  /** Draw the chart that fits a table. `POST /api/engagements/:id/tables/:tableId/chart` */
  drawTableChart: Method<typeof tables.drawTableChart>;
  /** Write the next version of a deliverable. `PUT /api/engagements/:id/deliverables/:filename` */
  editDeliverable: Method<typeof deliverables.editDeliverable>;
  /** Write a cell, or ask it anew and with it the failed ones. `PATCH /api/engagements/:id/grids/:gridId/cells` */
  editGridCell: Method<typeof grids.editGridCell>;
  /** End all your sessions but this one at once. `DELETE /api/me/sessions` */
  endOtherSessions: Method<typeof sessions.endOtherSessions>;
  /** End one of your sessions at once, in whichever tenant it is. `DELETE /api/me/sessions/:sessionId` */
  endSession: Method<typeof sessions.endSession>;
  /** Enter a wall as the owner for one hour; its members are told. `POST /api/walls/:wallId/enter` */
  enterWall: Method<typeof walls.enterWall>;
  /** Download all data of the tenant. `GET /api/account/export` */
  exportAccount: Method<typeof account.exportAccount>;
  /** Export how AI was used for the latest documents, as a statement (PDF) or as data (JSON). `GET /api/engagements/:id/export/ai-use` */
  exportAiUse: Method<typeof aiUse.exportAiUse>;
  /** Export the statement of AI use that came with the newest release that brought one (PDF). `GET /api/portal/export/ai-use` */
  exportAiUseInPortal: Method<typeof portal.exportAiUseInPortal>;
  /** Download all data and files of the tenant as a zip. `GET /api/account/export/archive` */
  exportArchive: Method<typeof account.exportArchive>;
  /** Export the latest version of one deliverable as a PDF, for the team or for a client. `GET /api/engagements/:id/deliverables/:filename/export/pdf` */
  exportDeliverable: Method<typeof exports.exportDeliverable>;
  /** Export one document of the link as a PDF. `GET /api/portal/deliverables/:filename/export/pdf` */
  exportDeliverableInPortal: Method<typeof portal.exportDeliverableInPortal>;
  /** Export one document of the link as a Word file. `GET /api/portal/deliverables/:filename/export/docx` */
  exportDeliverableInPortalToWord: Method<typeof portal.exportDeliverableInPortalToWord>;
  /** Export the slides of one deliverable as a PowerPoint file with native charts and tables. `GET /api/engagements/:id/deliverables/:filename/export/pptx` */
  exportDeliverableToDeck: Method<typeof decks.exportDeliverableToDeck>;
  /** Export the latest version of one deliverable as a Word file that can be imported again. `GET /api/engagements/:id/deliverables/:filename/export/docx` */
  exportDeliverableToWord: Method<typeof exports.exportDeliverableToWord>;
  /** Export the approved documents with sources, queries, calls, reviews and audit entries as one signed zip. `GET /api/engagements/:id/export/dossier` */
  exportDossier: Method<typeof exports.exportDossier>;
  /** Read hours and costs, or the lines of an invoice, as CSV. `GET /api/engagements/:id/economics/export` */
  exportEconomics: Method<typeof economics.exportEconomics>;
  /** Export the latest versions of all deliverables as one report (PDF), for the team or for a client. `GET /api/engagements/:id/export/pdf` */
  exportEngagement: Method<typeof exports.exportEngagement>;
  /** Export the slides of all deliverables as a PowerPoint file with native charts and tables. `GET /api/engagements/:id/export/pptx` */
  exportEngagementToDeck: Method<typeof decks.exportEngagementToDeck>;
  /** Export the latest versions of all deliverables as one Word file. `GET /api/engagements/:id/export/docx` */
  exportEngagementToWord: Method<typeof exports.exportEngagementToWord>;
  /** Export tables, queries, figures as formulas, and sources of the latest deliverables as one workbook. `GET /api/engagements/:id/export/xlsx` */
  exportEngagementToWorkbook: Method<typeof exports.exportEngagementToWorkbook>;
  /** Read a table of the firm's economics as CSV. `GET /api/economics/export` */
  exportFirmEconomics: Method<typeof economics.exportFirmEconomics>;
  /** Read a grid as a table, by default as CSV. `GET /api/engagements/:id/grids/:gridId/export` */
  exportGrid: Method<typeof grids.exportGrid>;
  /** Export the documents of the link as one PDF. `GET /api/portal/export/pdf` */
  exportInPortal: Method<typeof portal.exportInPortal>;
  /** Export the documents of the link as one Word file. `GET /api/portal/export/docx` */
  exportInPortalToWord: Method<typeof portal.exportInPortalToWord>;
  /** Download the notebook as a zip that runs without the product. `GET /api/engagements/:id/notebook/export` */
  exportNotebook: Method<typeof notebook.exportNotebook>;
  /** Sign in with the answer of an OpenID Connect provider and redirect to the app. `GET /api/auth/sso/callback` */
  finishSso: Method<typeof sso.finishSso>;
  /** Read the health of the service and the tenant’s counts. `GET /api/admin/health` */
  getAdminHealth: Method<typeof service.getAdminHealth>;
  /** Read state, time, money and decisions of the engagements of a period. `GET /api/analytics` */
  getAnalytics: Method<typeof insights.getAnalytics>;
  /** Read the answer that the documents are written from. `GET /api/engagements/:id/answer` */
  getAnswer: Method<typeof answers.getAnswer>;
  /** Read an attachment with a signed download link, valid for one hour. `GET /api/engagements/:id/attachments/:attachmentId` */
  getAttachment: Method<typeof attachments.getAttachment>;
  /** Read plan, subscription, prices and usage. `GET /api/billing` */
  getBilling: Method<typeof billing.getBilling>;
  /** Read the branding. `GET /api/account/branding` */
  getBranding: Method<typeof branding.getBranding>;
  /** Read a card with its marks and uses. `GET /api/library/cards/:cardId` */
  getCard: Method<typeof cards.getCard>;
  /** Draw a chart of a deliverable, by default of its latest version. `GET /api/engagements/:id/deliverables/:filename/charts/:number` */
  getChart: Method<typeof tables.getChart>;
  /** Read what an assistant asks for in an authorization request. `GET /api/account/assistants/consent` */
  getConsent: Method<typeof assistants.getConsent>;
  /** Read which master decks are written into; null for that of the product. `GET /api/account/branding/deck-template` */
  getDeckTemplate: Method<typeof decks.getDeckTemplate>;
  /** Read a deliverable, by default its latest version. `GET /api/engagements/:id/deliverables/:filename` */
  getDeliverable: Method<typeof deliverables.getDeliverable>;
  /** Read the passage that a footnote cites, with the text around it. `GET /api/engagements/:id/deliverables/:filename/sources/:footnote` */
  getDeliverableSource: Method<typeof sources.getDeliverableSource>;
  /** Read the PDF that a footnote cites. `GET /api/engagements/:id/deliverables/:filename/sources/:footnote/file` */
  getDeliverableSourceFile: Method<typeof sources.getDeliverableSourceFile>;
  /** Read your draft of a deliverable, and who else is editing it. `GET /api/engagements/:id/deliverables/:filename/draft` */
  getDraft: Method<typeof deliverables.getDraft>;
  /** Read fee, hours and costs with margin, forecast and suggested hours. `GET /api/engagements/:id/economics` */
  getEconomics: Method<typeof economics.getEconomics>;
  /** Read an engagement with its runs and deliverables. `GET /api/engagements/:id` */
  getEngagement: Method<typeof engagements.getEngagement>;
  /** Read what an engagement has come to: advice, documents, what waits, money and the latest run. `GET /api/engagements/:id/overview` */
  getEngagementOverview: Method<typeof overview.getEngagementOverview>;
  /** Read the firm's economics by engagement, client, month and person. `GET /api/economics` */
  getFirmEconomics: Method<typeof economics.getFirmEconomics>;
  /** Read a grid with its cells. `GET /api/engagements/:id/grids/:gridId` */
  getGrid: Method<typeof grids.getGrid>;
  /** Read the passage that a cell cites, with the text around it. `GET /api/engagements/:id/grids/:gridId/cells/:attachmentId/:column/source` */
  getGridCellSource: Method<typeof grids.getGridCellSource>;
  /** Read the PDF that a cell cites. `GET /api/engagements/:id/grids/:gridId/cells/:attachmentId/:column/file` */
  getGridCellSourceFile: Method<typeof grids.getGridCellSourceFile>;
  /** Check that the platform is alive. `GET /api/health` */
  getHealth: Method<typeof service.getHealth>;
  /** Read the findings and proposals of the latest analysis. `GET /api/insights` */
  getInsights: Method<typeof insights.getInsights>;
  /** Read the question that a mailed link answers. `GET /api/question-link` */
  getLinkedQuestion: Method<typeof portal.getLinkedQuestion>;
  /** Read the logo as an image. `GET /api/account/branding/logo` */
  getLogo: Method<typeof branding.getLogo>;
  /** Read the caller’s user or key, tenant and subscription. `GET /api/me` */
  getMe: Method<typeof auth.getMe>;
  /** Read an entry of the notebook with its source, inputs and result. `GET /api/engagements/:id/notebook/:entryId` */
  getNotebookEntry: Method<typeof notebook.getNotebookEntry>;
  /** Read what you get by mail, and when. `GET /api/me/notifications` */
  getNotificationSettings: Method<typeof notices.getNotificationSettings>;
  /** Read an archived page with its text. `GET /api/engagements/:id/pages/:pageId` */
  getPage: Method<typeof research.getPage>;
  /** Read the last plan of an engagement. `GET /api/engagements/:id/plan` */
  getPlan: Method<typeof plans.getPlan>;
  /** Read what the tenant asks of its members. `GET /api/account/policies` */
  getPolicies: Method<typeof policies.getPolicies>;
  /** Read the engagement as its client sees it. `GET /api/portal` */
  getPortal: Method<typeof portal.getPortal>;
  /** Draw a chart of the latest version of a deliverable. `GET /api/portal/deliverables/:filename/charts/:number` */
  getPortalChart: Method<typeof tables.getPortalChart>;
  /** Read the passage that a footnote cites, with the text around it. `GET /api/portal/deliverables/:filename/sources/:footnote` */
  getPortalSource: Method<typeof portal.getPortalSource>;
  /** Read the PDF that a footnote cites. `GET /api/portal/deliverables/:filename/sources/:footnote/file` */
  getPortalSourceFile: Method<typeof portal.getPortalSourceFile>;
  /** Read a recorded query with its result. `GET /api/engagements/:id/queries/:queryId` */
  getQuery: Method<typeof tables.getQuery>;
  /** Price the rerun of a document, without running it. `GET /api/engagements/:id/deliverables/:filename/rerun` */
  getRerunPrice: Method<typeof plans.getRerunPrice>;
  /** List the searches and reads of agents, newest first. `GET /api/engagements/:id/research` */
  getResearch: Method<typeof research.getResearch>;
  /** Read the search provider and its price for a thousand searches. `GET /api/research` */
  getResearchProvider: Method<typeof research.getResearchProvider>;
  /** Read the agents, delegations and model routing of the latest run. `GET /api/engagements/:id/analytics` */
  getRunAnalytics: Method<typeof runs.getRunAnalytics>;
  /** List the log lines of the latest run. `GET /api/engagements/:id/logs` */
  getRunLogs: Method<typeof runs.getRunLogs>;
  /** Read the quality scores of a run, by default the latest. `GET /api/engagements/:id/quality` */
  getRunQuality: Method<typeof runs.getRunQuality>;
  /** Read the live status of the latest run. `GET /api/engagements/:id/status` */
  getRunStatus: Method<typeof runs.getRunStatus>;
  /** Read the metadata that a SAML provider needs of this service. `GET /api/auth/saml/:connectionId/metadata` */
  getSamlMetadata: Method<typeof sso.getSamlMetadata>;
  /** Read the schedule of the sources. `GET /api/engagements/:id/schedule` */
  getSchedule: Method<typeof recurring.getSchedule>;
  /** Read the connection to the provider that signs people in. `GET /api/account/sso` */
  getSso: Method<typeof sso.getSso>;
  /** Read whether any tenant has a provider, so that a sign-in page asks for the address first. `GET /api/auth/sso` */
  getSsoOffer: Method<typeof sso.getSsoOffer>;
  /** List the tasks with stale deliverables and price their rerun, without running it. `GET /api/engagements/:id/stale` */
  getStaleWork: Method<typeof plans.getStaleWork>;
  /** Read the slides of a deck, for the team or for a client. `GET /api/engagements/:id/storyline` */
  getStoryline: Method<typeof storylines.getStoryline>;
  /** Price the decision paper without writing it. `GET /api/engagements/:id/synthesis` */
  getSynthesisPrice: Method<typeof plans.getSynthesisPrice>;
  /** Read a template. `GET /api/templates/:id` */
  getTemplate: Method<typeof templates.getTemplate>;
  /** Read which mail the link of a mail would switch off. `GET /api/unsubscribe/:token` */
  getUnsubscription: Method<typeof notices.getUnsubscription>;
  /** Read a webhook endpoint with its delivery history. `GET /api/webhooks/:id` */
  getWebhook: Method<typeof webhooks.getWebhook>;
  /** Read a delivery with its payload and its attempts. `GET /api/webhooks/:id/deliveries/:deliveryId` */
  getWebhookDelivery: Method<typeof webhooks.getWebhookDelivery>;
  /** Make a Word file the next version of a deliverable, and its comments comments. `POST /api/engagements/:id/deliverables/:filename/import` */
  importDeliverable: Method<typeof exports.importDeliverable>;
  /** Invite a member by email. `POST /api/team` */
  inviteMember: Method<typeof team.inviteMember>;
  /** List the agents that tasks may name. `GET /api/agents` */
  listAgents: Method<typeof service.listAgents>;
  /** List the questions of all engagements, unanswered ones first, then newest first. `GET /api/questions` */
  listAllQuestions: Method<typeof questions.listAllQuestions>;
  /** List the versions of the answer, the latest first. `GET /api/engagements/:id/answer/versions` */
  listAnswerVersions: Method<typeof answers.listAnswerVersions>;
  /** List API keys, including revoked ones. `GET /api/api-keys` */
  listApiKeys: Method<typeof apiKeys.listApiKeys>;
  /** List your connected assistants, as an admin those of everybody, and the address that assistants connect to. `GET /api/account/assistants` */
  listAssistants: Method<typeof assistants.listAssistants>;
  /** List the files of an engagement. `GET /api/engagements/:id/attachments` */
  listAttachments: Method<typeof attachments.listAttachments>;
  /** List the audit log, newest first. `GET /api/audit-log` */
  listAuditLog: Method<typeof auditLog.listAuditLog>;
  /** List the cards of the firm's library, newest first. `GET /api/library/cards` */
  listCards: Method<typeof cards.listCards>;
  /** List the checked citations of a deliverable, by default of its latest version. `GET /api/engagements/:id/deliverables/:filename/citations` */
  listCitations: Method<typeof deliverables.listCitations>;
  /** List all comments of an engagement, oldest first. `GET /api/engagements/:id/comments` */
  listComments: Method<typeof comments.listComments>;
  /** List what sources or documents say differently, open conflicts first. `GET /api/engagements/:id/conflicts` */
  listConflicts: Method<typeof figures.listConflicts>;
  /** List the versions of a deliverable with their reviews, highest first. `GET /api/engagements/:id/deliverables/:filename/versions` */
  listDeliverableVersions: Method<typeof deliverables.listDeliverableVersions>;
  /** List all versions of the deliverables, newest first. `GET /api/engagements/:id/deliverables` */
  listDeliverables: Method<typeof deliverables.listDeliverables>;
  /** List the comments on a deliverable, oldest first. `GET /api/engagements/:id/deliverables/:filename/comments` */
  listDocumentComments: Method<typeof comments.listDocumentComments>;
  /** List engagements without their texts, with what waits in them. `GET /api/engagement-summaries` */
  listEngagementSummaries: Method<typeof queue.listEngagementSummaries>;
  /** List engagements, newest first. `GET /api/engagements` */
  listEngagements: Method<typeof engagements.listEngagements>;
  /** List the figures of the latest documents, those that conflict first. `GET /api/engagements/:id/figures` */
  listFigures: Method<typeof figures.listFigures>;
  /** Read what has changed since the `changedAt` of an earlier answer. `GET /api/engagements/:id/grids/:gridId/changes` */
  listGridChanges: Method<typeof grids.listGridChanges>;
  /** List the grids, newest first. `GET /api/engagements/:id/grids` */
  listGrids: Method<typeof grids.listGrids>;
  /** List the library entries of completed runs, newest first. `GET /api/library` */
  listLibrary: Method<typeof library.listLibrary>;
  /** List the messages to the runs of an engagement, oldest first. `GET /api/engagements/:id/messages` */
  listMessages: Method<typeof answers.listMessages>;
  /** List the tenant’s own keys of model providers, without the keys. `GET /api/account/model-keys` */
  listModelKeys: Method<typeof modelKeys.listModelKeys>;
  /** List the models that an engagement may name. `GET /api/models` */
  listModels: Method<typeof service.listModels>;
  /** List the entries of the notebook with their facts, in the order of their numbers. `GET /api/engagements/:id/notebook` */
  listNotebook: Method<typeof notebook.listNotebook>;
  /** List the channels of Slack and Teams that get notices. `GET /api/notice-channels` */
  listNoticeChannels: Method<typeof notices.listNoticeChannels>;
  /** List your notices, newest first. `GET /api/notices` */
  listNotices: Method<typeof notices.listNotices>;
  /** List the archived pages, newest first, with the documents that cite them. `GET /api/engagements/:id/pages` */
  listPages: Method<typeof research.listPages>;
  /** List the caller’s passkeys. `GET /api/me/passkeys` */
  listPasskeys: Method<typeof secondFactor.listPasskeys>;
  /** List the newest client comments, oldest first. `GET /api/engagements/:id/portal-comments` */
  listPortalComments: Method<typeof portal.listPortalComments>;
  /** List client links, including revoked ones. `GET /api/engagements/:id/portal-tokens` */
  listPortalTokens: Method<typeof portal.listPortalTokens>;
  /** List the recorded queries, newest first. `GET /api/engagements/:id/queries` */
  listQueries: Method<typeof tables.listQueries>;
  /** List the questions that agents have asked, newest first. `GET /api/engagements/:id/questions` */
  listQuestions: Method<typeof questions.listQuestions>;
  /** List what waits for the caller over all engagements, oldest first. `GET /api/queue` */
  listQueue: Method<typeof queue.listQueue>;
  /** List what was released to clients, newest first. `GET /api/engagements/:id/releases` */
  listReleases: Method<typeof releases.listReleases>;
  /** List the tokens of directories. `GET /api/account/scim-tokens` */
  listScimTokens: Method<typeof scim.listScimTokens>;
  /** List your sessions, last used first. `GET /api/me/sessions` */
  listSessions: Method<typeof sessions.listSessions>;
  /** List the typed tables of the attached workbooks and delimited files. `GET /api/engagements/:id/tables` */
  listTables: Method<typeof tables.listTables>;
  /** List the members. `GET /api/team` */
  listTeam: Method<typeof team.listTeam>;
  /** List the system templates and the tenant’s own. `GET /api/templates` */
  listTemplates: Method<typeof templates.listTemplates>;
  /** List the checks of the sources and their proposals, newest first. `GET /api/engagements/:id/updates` */
  listUpdates: Method<typeof recurring.listUpdates>;
  /** List the newest 200 entries of owners into a wall. `GET /api/walls/:wallId/entries` */
  listWallEntries: Method<typeof walls.listWallEntries>;
  /** List the walls of the workspace, oldest first. `GET /api/walls` */
  listWalls: Method<typeof walls.listWalls>;
  /** List webhook endpoints with their recent deliveries. `GET /api/webhooks` */
  listWebhooks: Method<typeof webhooks.listWebhooks>;
  /** Lock a section of the latest version against reruns, or unlock it. `PATCH /api/engagements/:id/deliverables/:filename/sections` */
  lockSection: Method<typeof deliverables.lockSection>;
  /** Manage payment; the answer holds the URL to continue at. `POST /api/billing/portal` */
  openBillingPortal: Method<typeof billing.openBillingPortal>;
  /** Get the finished sample of the workspace, which is made at the first request. `POST /api/engagements/sample` */
  openSample: Method<typeof engagements.openSample>;
  /** Pause the run; calls in flight finish and no new ones start. `POST /api/engagements/:id/pause` */
  pauseRun: Method<typeof runs.pauseRun>;
  /** Plan an engagement and estimate its cost, without running it. `POST /api/engagements/:id/plan` */
  planEngagement: Method<typeof plans.planEngagement>;
  /** Export a sample report with an unsaved branding as a PDF. `GET /api/account/branding/preview` */
  previewBranding: Method<typeof exports.previewBranding>;
  /** Draw a chart of a recorded query. `POST /api/engagements/:id/queries/:queryId/chart` */
  previewChart: Method<typeof tables.previewChart>;
  /** Set the master that decks are written into. `PUT /api/account/branding/deck-template` */
  putDeckTemplate: Method<typeof decks.putDeckTemplate>;
  /** Replace fee, hours and costs. `PUT /api/engagements/:id/economics` */
  putEconomics: Method<typeof economics.putEconomics>;
  /** Set the logo. `PUT /api/account/branding/logo` */
  putLogo: Method<typeof branding.putLogo>;
  /** Set the tenant’s key of a model provider, after one call with it. `PUT /api/account/model-keys/:provider` */
  putModelKey: Method<typeof modelKeys.putModelKey>;
  /** Set the connection to the provider that signs people in. `PUT /api/account/sso` */
  putSso: Method<typeof sso.putSso>;
  /** Mark your notices as read: those named, those of an engagement, a document or some kinds, or all. `POST /api/notices/read` */
  readNotices: Method<typeof notices.readNotices>;
  /** Read rows of a table, in the order of the file. `GET /api/engagements/:id/tables/:tableId/rows` */
  readTable: Method<typeof tables.readTable>;
  /** Deliver an event again with its delivery id. `POST /api/webhooks/:id/deliveries/:deliveryId/redeliver` */
  redeliverWebhook: Method<typeof webhooks.redeliverWebhook>;
  /** Remove a member immediately, with the API keys that the member made unless they are taken over. `DELETE /api/team/:userId` */
  removeMember: Method<typeof team.removeMember>;
  /** Remove all second factors of a member. `DELETE /api/team/:userId/second-factor` */
  removeMemberFactors: Method<typeof team.removeMemberFactors>;
  /** Remove a passkey. `DELETE /api/me/passkeys/:passkeyId` */
  removePasskey: Method<typeof secondFactor.removePasskey>;
  /** Remove the authenticator app. `DELETE /api/me/totp` */
  removeTotp: Method<typeof secondFactor.removeTotp>;
  /** Give a grid another title. `PATCH /api/engagements/:id/grids/:gridId` */
  renameGrid: Method<typeof grids.renameGrid>;
  /** Replace the recovery codes; the answer shows the new ones once. `POST /api/me/recovery-codes` */
  renewRecoveryCodes: Method<typeof secondFactor.renewRecoveryCodes>;
  /** Reply to a comment on a deliverable. `POST /api/engagements/:id/deliverables/:filename/comments/:commentId/replies` */
  replyInDocument: Method<typeof comments.replyInDocument>;
  /** Reply to a comment of a client, as the client. `POST /api/portal/comments/:commentId/replies` */
  replyInPortal: Method<typeof portal.replyInPortal>;
  /** Reply to a comment. `POST /api/engagements/:id/comments/:commentId/replies` */
  replyToComment: Method<typeof comments.replyToComment>;
  /** Run an entry again on its inputs and compare the results. `POST /api/engagements/:id/notebook/:entryId/reproduce` */
  reproduceNotebookEntry: Method<typeof notebook.reproduceNotebookEntry>;
  /** Email the link that confirms your address once more. `POST /api/me/confirmation` */
  requestConfirmation: Method<typeof sessions.requestConfirmation>;
  /** Email a sign-in link; the answer is the same for every address. `POST /api/auth/sign-in/magic-link` */
  requestMagicLink: Method<typeof auth.requestMagicLink>;
  /** Email a password reset link; the answer is the same for every address. `POST /api/auth/request-password-reset` */
  requestPasswordReset: Method<typeof auth.requestPasswordReset>;
  /** Run the task of a deliverable again with the reviewer’s notes. `POST /api/engagements/:id/deliverables/:filename/rerun` */
  rerunDeliverable: Method<typeof deliverables.rerunDeliverable>;
  /** Rerun, in one run, the tasks whose deliverables were built on outdated versions or answered assumptions. `POST /api/engagements/:id/rerun-stale` */
  rerunStale: Method<typeof deliverables.rerunStale>;
  /** Set a new password and end all other sessions. `POST /api/auth/reset-password` */
  resetPassword: Method<typeof auth.resetPassword>;
  /** Make the text of an earlier version the next version. `POST /api/engagements/:id/deliverables/:filename/restore` */
  restoreDeliverable: Method<typeof deliverables.restoreDeliverable>;
  /** Resume a paused run. `POST /api/engagements/:id/resume` */
  resumeRun: Method<typeof runs.resumeRun>;
  /** Return the answer with notes to the lead of the run that waits. `POST /api/engagements/:id/answer/return` */
  returnAnswer: Method<typeof answers.returnAnswer>;
  /** Review the latest version. `POST /api/engagements/:id/deliverables/:filename/review` */
  reviewDeliverable: Method<typeof deliverables.reviewDeliverable>;
  /** Approve or reject the shown version as the client. `POST /api/portal/deliverables/:filename/review` */
  reviewInPortal: Method<typeof portal.reviewInPortal>;
  /** Revoke an API key immediately. `DELETE /api/api-keys/:id` */
  revokeApiKey: Method<typeof apiKeys.revokeApiKey>;
  /** Revoke a client link immediately. `DELETE /api/engagements/:id/portal-tokens/:tokenId` */
  revokePortalToken: Method<typeof portal.revokePortalToken>;
  /** Replace an API key: same name, scope and engagement, new secret. `PATCH /api/api-keys/:id` */
  rotateApiKey: Method<typeof apiKeys.rotateApiKey>;
  /** Replace the secret; for 24 hours the old one signs too. `POST /api/webhooks/:id/rotate-secret` */
  rotateWebhookSecret: Method<typeof webhooks.rotateWebhookSecret>;
  /** Save your draft of a deliverable. `PUT /api/engagements/:id/deliverables/:filename/draft` */
  saveDraft: Method<typeof deliverables.saveDraft>;
  /** Find words in engagements, latest documents, sources, comments and archived pages, best first. `GET /api/search` */
  search: Method<typeof search.search>;
  /** Send a message to the lead of the run; it is read at the next turn. `POST /api/engagements/:id/messages` */
  sendMessage: Method<typeof answers.sendMessage>;
  /** Have the sources read again at intervals; replaces an earlier schedule. `POST /api/engagements/:id/schedule` */
  setSchedule: Method<typeof recurring.setSchedule>;
  /** Settle a conflict. A later settlement replaces an earlier one. `POST /api/engagements/:id/conflicts/:conflictId/settle` */
  settleConflict: Method<typeof figures.settleConflict>;
  /** Sign in with email and password. `POST /api/auth/sign-in/email` */
  signIn: Method<typeof auth.signIn>;
  /** Sign in with an emailed link and a second factor. `POST /api/auth/magic-link/verify` */
  signInByLink: Method<typeof auth.signInByLink>;
  /** Sign in with a passkey alone. `POST /api/auth/sign-in/passkey` */
  signInByPasskey: Method<typeof secondFactor.signInByPasskey>;
  /** End this session. `POST /api/auth/sign-out` */
  signOut: Method<typeof auth.signOut>;
  /** Create a tenant with its owner and sign in. `POST /api/auth/sign-up/email` */
  signUp: Method<typeof auth.signUp>;
  /** Choose a plan; the answer holds the URL to continue at. `POST /api/billing/checkout` */
  startCheckout: Method<typeof billing.startCheckout>;
  /** Start a run. `POST /api/engagements/:id/run` */
  startRun: Method<typeof runs.startRun>;
  /** Prove who is there, for what asks for a recent proof. `POST /api/auth/step-up` */
  stepUp: Method<typeof secondFactor.stepUp>;
  /** Stop a grid; what is not answered yet waits. `POST /api/engagements/:id/grids/:gridId/stop` */
  stopGrid: Method<typeof grids.stopGrid>;
  /** Stop the run and abort calls in flight. `POST /api/engagements/:id/stop` */
  stopRun: Method<typeof runs.stopRun>;
  /** Receive an event of the payment provider. `POST /api/billing/stripe-webhook` */
  stripeWebhook: Method<typeof billing.stripeWebhook>;
  /** Read what each column of a table holds, and the chart that fits the table. `GET /api/engagements/:id/tables/:tableId/summary` */
  summarizeTable: Method<typeof tables.summarizeTable>;
  /** Continue in another tenant of the same verified person. `POST /api/auth/switch-tenant` */
  switchTenant: Method<typeof auth.switchTenant>;
  /** Make one tiny call to a model, which the operator pays, and say how it answered. `POST /api/models/test` */
  testModel: Method<typeof service.testModel>;
  /** Post a test message to a channel and return its answer. `POST /api/notice-channels/:channelId/test` */
  testNoticeChannel: Method<typeof notices.testNoticeChannel>;
  /** Send a ping and return the receiver’s answer. `POST /api/webhooks/:id/test` */
  testWebhook: Method<typeof webhooks.testWebhook>;
  /** Switch off the kind of mail that the link came with. `POST /api/unsubscribe/:token` */
  unsubscribe: Method<typeof notices.unsubscribe>;
  /** Edit the answer, which makes a new version. `PATCH /api/engagements/:id/answer` */
  updateAnswer: Method<typeof answers.updateAnswer>;
  /** Change company name, colours, typeface and the footnotes that clients get. `PATCH /api/account/branding` */
  updateBranding: Method<typeof branding.updateBranding>;
  /** Edit, release or withdraw a card. `PATCH /api/library/cards/:cardId` */
  updateCard: Method<typeof cards.updateCard>;
  /** Resolve a comment, or open it again. `PATCH /api/engagements/:id/comments/:commentId` */
  updateComment: Method<typeof comments.updateComment>;
  /** Resolve a comment on a deliverable, or open it again. `PATCH /api/engagements/:id/deliverables/:filename/comments/:commentId` */
  updateDocumentComment: Method<typeof comments.updateDocumentComment>;
  /** Edit an engagement; during a run only its owner and due date. `PATCH /api/engagements/:id` */
  updateEngagement: Method<typeof engagements.updateEngagement>;
  /** Change your name in this tenant, or the language of your pages. `PATCH /api/me` */
  updateMe: Method<typeof auth.updateMe>;
  /** Change a member’s role. `PATCH /api/team/:userId` */
  updateMember: Method<typeof team.updateMember>;
  /** Change a channel of Slack or Teams. `PATCH /api/notice-channels/:channelId` */
  updateNoticeChannel: Method<typeof notices.updateNoticeChannel>;
  /** Change what you get by mail, and when. `PATCH /api/me/notifications` */
  updateNotificationSettings: Method<typeof notices.updateNotificationSettings>;
  /** Change what the tenant asks of its members. `PATCH /api/account/policies` */
  updatePolicies: Method<typeof policies.updatePolicies>;
  /** Reorder, retitle or drop slides of a deck. `PUT /api/engagements/:id/storyline` */
  updateStoryline: Method<typeof storylines.updateStoryline>;
  /** Change a wall; each given list replaces the one before. `PATCH /api/walls/:wallId` */
  updateWall: Method<typeof walls.updateWall>;
  /** Change a webhook endpoint. `PATCH /api/webhooks/:id` */
  updateWebhook: Method<typeof webhooks.updateWebhook>;
  /** Attach a file. `POST /api/engagements/:id/attachments` */
  uploadAttachment: Method<typeof attachments.uploadAttachment>;
  /** Check that no entry of the audit log was changed, removed, moved or slipped in. `GET /api/audit-log/verify` */
  verifyAuditLog: Method<typeof auditLog.verifyAuditLog>;
  /** Sign in with an emailed link and redirect to the app. `GET /api/auth/magic-link/verify` */
  verifyMagicLink: Method<typeof auth.verifyMagicLink>;
  /** Run a recorded query again and compare the results. `POST /api/engagements/:id/queries/:queryId/verify` */
  verifyQuery: Method<typeof tables.verifyQuery>;
  /** Look for the TXT record that proves a domain. `POST /api/account/sso/verify` */
  verifySsoDomain: Method<typeof sso.verifySsoDomain>;
  /** Let a model write the slides of a deck from the documents, paid from the budget. `POST /api/engagements/:id/storyline` */
  writeStoryline: Method<typeof storylines.writeStoryline>;
  /** Write the decision paper from the documents of all tasks, adding its task if there is none. `POST /api/engagements/:id/synthesis` */
  writeSynthesis: Method<typeof plans.writeSynthesis>;
}
