/**
 * The permissions, written by hand from the requirements (docs/requirements/access.md), not from
 * the declarations. Each request is valid and targets a fresh, completed engagement with one
 * reviewed deliverable. Columns: the four roles; a read-write and a read-only key; a read-write key
 * of this engagement and of another one; the owner of another tenant; a caller without credentials.
 * `words` explains the abbreviations.
 */
const expectations = `
                          owner admin member viewer rw      ro      own     elsewhere stranger nobody
  getHealth               200   200   200    200    200     200     200     200       200      200
  listAgents              200   200   200    200    200     200     scoped  scoped    200      401
  listModels              200   200   200    200    200     200     scoped  scoped    200      401
  listModelKeys           200   200   admin  admin  session session session session   200      401
  putModelKey             200   200   admin  admin  session session session session   200      401
  deleteModelKey          200   200   admin  admin  session session session session   200      401
  testModel               200   200   admin  admin  session session session session   200      401
  getAdminHealth          200   200   admin  admin  200     admin   scoped  scoped    200      401
  signUp                  201   201   201    201    201     201     201     201       201      201
  signIn                  401c  401c  401c   401c   401c    401c    401c    401c      401c     401c
  signOut                 200   200   200    200    200     200     200     200       200      200
  requestMagicLink        200   200   200    200    200     200     200     200       200      200
  verifyMagicLink         400t  400t  400t   400t   400t    400t    400t    400t      400t     400t
  signInByLink            400t  400t  400t   400t   400t    400t    400t    400t      400t     400t
  signInByPasskey         401c  401c  401c   401c   401c    401c    401c    401c      401c     401c
  challengePasskey        200   200   200    200    200     200     200     200       200      200
  beginSso                200   200   200    200    200     200     200     200       200      200
  getSsoOffer             200   200   200    200    200     200     200     200       200      200
  finishSso               400o  400o  400o   400o   400o    400o    400o    400o      400o     400o
  acceptSaml              400o  400o  400o   400o   400o    400o    400o    400o      400o     400o
  getSamlMetadata         200   200   200    200    200     200     200     200       200      200
  getSso                  200   owner owner  owner  session session session session   200      401
  putSso                  200   owner owner  owner  session session session session   200      401
  deleteSso               200   owner owner  owner  session session session session   200      401
  verifySsoDomain         404   owner owner  owner  session session session session   404      401
  listScimTokens          200   owner owner  owner  session session session session   200      401
  createScimToken         201   owner owner  owner  session session session session   201      401
  deleteScimToken         200   owner owner  owner  session session session session   404      401
  listAssistants          200   200   200    200    session session session session   200      401
  disconnectAssistant     200   200   404    404    session session session session   404      401
  getConsent              400a  400a  400a   400a   session session session session   400a     401
  requestPasswordReset    200   200   200    200    200     200     200     200       200      200
  confirmAddress          400t  400t  400t   400t   400t    400t    400t    400t      400t     400t
  resetPassword           400t  400t  400t   400t   400t    400t    400t    400t      400t     400t
  switchTenant            200   200   200    200    session session session session   404      401
  stepUp                  401c  401c  401c   401c   session session session session   401c     401
  beginTotp               201   201   201    201    session session session session   201      401
  confirmTotp             401c  401c  401c   401c   session session session session   401c     401
  removeTotp              409m  409m  409m   409m   session session session session   409m     401
  renewRecoveryCodes      409f  409f  409f   409f   session session session session   409f     401
  listPasskeys            200   200   200    200    session session session session   200      401
  beginPasskey            200   200   200    200    session session session session   200      401
  addPasskey              400k  400k  400k   400k   session session session session   400k     401
  removePasskey           404   404   404    404    session session session session   404      401
  getPolicies             200   200   200    200    session session session session   200      401
  updatePolicies          200   200   admin  admin  session session session session   200      401
  listAttachments         200   200   200    200    200     200     200     scoped    404      401
  uploadAttachment        201   201   201    write  201     reading 201     scoped    404      401
  getAttachment           200   200   200    200    200     200     200     scoped    404      401
  deleteAttachment        200   200   200    write  200     reading 200     scoped    404      401
  listTables              200   200   200    200    200     200     200     scoped    404      401
  readTable               404   404   404    404    404     404     404     scoped    404      401
  summarizeTable          404   404   404    404    404     404     404     scoped    404      401
  drawTableChart          404   404   404    404    404     reading 404     scoped    404      401
  getStoryline            200   200   200    200    200     200     200     scoped    404e     401
  writeStoryline          202   202   202    write  202     reading 202     scoped    404      401
  updateStoryline         200   200   200    write  200     reading 200     scoped    404      401
  deleteStoryline         200   200   200    write  200     reading 200     scoped    404      401
  draftQuery              200   200   200    write  200     reading 200     scoped    404      401
  createQuery             201   201   201    write  201     reading 201     scoped    404      401
  listQueries             200   200   200    200    200     200     200     scoped    404      401
  getQuery                200   200   200    200    200     200     200     scoped    404      401
  getResearchProvider     200   200   200    200    200     200     scoped  scoped    200      401
  getResearch             200   200   200    200    200     200     200     scoped    404      401
  listPages               200   200   200    200    200     200     200     scoped    404      401
  getPage                 200   200   200    200    200     200     200     scoped    404      401
  downloadPage            200   200   200    200    200     200     200     scoped    404      401
  setSchedule             201   201   201    write  201     reading 201     scoped    404      401
  getSchedule             200   200   200    200    200     200     200     scoped    404      401
  deleteSchedule          404   404   404    write  404     reading 404     scoped    404      401
  listUpdates             200   200   200    200    200     200     200     scoped    404      401
  acceptUpdate            200   200   200    write  200     reading 200     scoped    404      401
  dismissUpdate           200   200   200    write  200     reading 200     scoped    404      401
  createGrid              201   201   201    write  201     reading 201     scoped    404      401
  listGrids               200   200   200    200    200     200     200     scoped    404      401
  getGrid                 200   200   200    200    200     200     200     scoped    404      401
  listGridChanges         200   200   200    200    200     200     200     scoped    404      401
  getGridCellSource       200   200   200    200    200     200     200     scoped    404      401
  getGridCellSourceFile   404   404   404    404    404     404     404     scoped    404      401
  renameGrid              200   200   200    write  200     reading 200     scoped    404      401
  stopGrid                200   200   200    write  200     reading 200     scoped    404      401
  deleteGrid              200   200   200    write  200     reading 200     scoped    404      401
  addGridColumn           202   202   202    write  202     reading 202     scoped    404      401
  addGridFiles            202   202   202    write  202     reading 202     scoped    404      401
  editGridCell            200   200   200    write  200     reading 200     scoped    404      401
  exportGrid              200   200   200    200    200     200     200     scoped    404      401
  getEconomics            200   200   admin  admin  200     admin   scoped  scoped    404      401
  putEconomics            200   200   admin  admin  200     reading scoped  scoped    404      401
  exportEconomics         200   200   admin  admin  200     admin   scoped  scoped    404      401
  getFirmEconomics        200   200   admin  admin  200     admin   scoped  scoped    200      401
  exportFirmEconomics     200   200   admin  admin  200     admin   scoped  scoped    200      401
  previewChart            400n  400n  400n   400n   400n    reading 400n    scoped    404      401
  verifyQuery             200   200   200    200    200     reading 200     scoped    404      401
  attachFromUrl           400u  400u  400u   write  400u    reading 400u    scoped    404      401
  downloadAttachment      404   404   404    404    404     404     404     404       404      404
  getMe                   200   200   200    200    200     200     200     200       200      401
  updateMe                200   200   200    200    session session session session   200      401
  listSessions            200   200   200    200    session session session session   200      401
  endSession              200   404   404    404    session session session session   404      401
  endOtherSessions        200   200   200    200    session session session session   200      401
  changePassword          401c  401c  401c   401c   session session session session   401c     401
  requestConfirmation     200   200   200    200    session session session session   200      401
  listApiKeys             200   200   200    200    session session session session   200      401
  createApiKey            201   201   admin  admin  session session session session   404      401
  revokeApiKey            200   200   admin  admin  session session session session   404      401
  rotateApiKey            200   200   admin  admin  session session session session   404      401
  listEngagements         200   200   200    200    200     200     200     200       200      401
  createEngagement        201   201   201    write  201     reading scoped  scoped    201      401
  openSample              201   201   201    write  201     reading scoped  scoped    201      401
  draftFromText           200   200   200    write  200     reading scoped  scoped    200      401
  draftFromFile           200   200   200    write  200     reading scoped  scoped    200      401
  getEngagement           200   200   200    200    200     200     200     scoped    404      401
  getEngagementOverview 200   200   200    200    200     200     200     scoped    404      401
  updateEngagement        200   200   200    write  200     reading 200     scoped    404      401
  deleteEngagement        200   200   200    write  200     reading 200     scoped    404      401
  startRun                200   200   200    write  200     reading 200     scoped    404      401
  planEngagement          200   200   200    write  200     reading 200     scoped    404      401
  getStaleWork            200   200   200    200    200     200     200     scoped    404      401
  getSynthesisPrice       200   200   200    200    200     200     200     scoped    404      401
  getRerunPrice           200   200   200    200    200     200     200     scoped    404      401
  writeSynthesis          200   200   200    write  200     reading 200     scoped    404      401
  listQuestions           200   200   200    200    200     200     200     scoped    404      401
  askQuestion             201   201   201    write  201     reading 201     scoped    404      401
  answerQuestion          200   200   200    write  200     reading 200     scoped    404      401
  listNotebook            200   200   200    200    200     200     200     scoped    404      401
  exportNotebook          200   200   200    200    200     200     200     scoped    404      401
  getNotebookEntry        200   200   200    200    200     200     200     scoped    404      401
  reproduceNotebookEntry  200   200   200    write  200     reading 200     scoped    404      401
  getAnswer               200   200   200    200    200     200     200     scoped    404      401
  listAnswerVersions      200   200   200    200    200     200     200     scoped    404      401
  updateAnswer            200   200   200    write  200     reading 200     scoped    404      401
  approveAnswer           409w  409w  409w   write  409w    reading 409w    scoped    404      401
  returnAnswer            409w  409w  409w   write  409w    reading 409w    scoped    404      401
  sendMessage             409i  409i  409i   write  409i    reading 409i    scoped    404      401
  listMessages            200   200   200    200    200     200     200     scoped    404      401
  listAllQuestions        200   200   200    200    200     200     scoped  scoped    200      401
  listQueue               200   200   200    200    200     200     scoped  scoped    200      401
  countQueue              200   200   200    200    200     200     scoped  scoped    200      401
  listEngagementSummaries 200   200   200    200    200     200     200     200       200      401
  search                  200   200   200    200    200     200     200     200       200      401
  getLinkedQuestion       401   401   401    401    401l    401l    401l    401l      401      401
  answerLinkedQuestion    401   401   401    401    401l    401l    401l    401l      401      401
  getPlan                 200   200   200    200    200     200     200     scoped    404      401
  acceptPlan              200   200   200    write  200     reading 200     scoped    404      401
  stopRun                 409s  409s  409s   write  409s    reading 409s    scoped    404      401
  pauseRun                409p  409p  409p   write  409p    reading 409p    scoped    404      401
  resumeRun               409r  409r  409r   write  409r    reading 409r    scoped    404      401
  getRunStatus            200   200   200    200    200     200     200     scoped    404      401
  getRunLogs              200   200   200    200    200     200     200     scoped    404      401
  streamRun               200   200   200    200    200     200     200     scoped    404      401
  getRunQuality           200   200   200    200    200     200     200     scoped    404      401
  getRunAnalytics         200   200   200    200    200     200     200     scoped    404      401
  listDeliverables        200   200   200    200    200     200     200     scoped    404      401
  getDeliverable          200   200   200    200    200     200     200     scoped    404      401
  listDeliverableVersions 200   200   200    200    200     200     200     scoped    404      401
  listCitations           200   200   200    200    200     200     200     scoped    404      401
  getDeliverableSource    200   200   200    200    200     200     200     scoped    404      401
  getDeliverableSourceFile 404   404   404    404    404     404     404     scoped    404      401
  listFigures             200   200   200    200    200     200     200     scoped    404      401
  listConflicts           200   200   200    200    200     200     200     scoped    404      401
  settleConflict          200   200   200    write  200     reading 200     scoped    404      401
  diffDeliverable         200   200   200    200    200     200     200     scoped    404      401
  reviewDeliverable       200   200   200    write  200     reading 200     scoped    404      401
  editDeliverable         201   201   201    write  201     reading 201     scoped    404      401
  restoreDeliverable      201   201   201    write  201     reading 201     scoped    404      401
  createComment           201   201   201    write  201     reading 201     scoped    404      401
  createEngagementComment 201   201   201    write  201     reading 201     scoped    404      401
  listComments            200   200   200    200    200     200     200     scoped    404      401
  listDocumentComments    200   200   200    200    200     200     200     scoped    404      401
  replyToComment          201   201   201    write  201     reading 201     scoped    404      401
  replyInDocument         201   201   201    write  201     reading 201     scoped    404      401
  updateComment           200   200   200    write  200     reading 200     scoped    404      401
  updateDocumentComment   200   200   200    write  200     reading 200     scoped    404      401
  acceptSuggestion        201   201   201    write  201     reading 201     scoped    404      401
  lockSection             409l  409l  409l   write  409l    reading 409l    scoped    404      401
  getDraft                200   200   200    write  session session session session   404      401
  saveDraft               200   200   200    write  session session session session   404      401
  deleteDraft             200   200   200    write  session session session session   404      401
  rerunDeliverable        200   200   200    write  200     reading 200     scoped    404      401
  rerunStale              409n  409n  409n   write  409n    reading 409n    scoped    404      401
  exportEngagement        200   200   200    200    200     200     200     scoped    404e     401
  exportDossier           409a  409a  409a   409a   409a    409a    409a    scoped    404e     401
  exportAiUse             200   200   200    200    200     200     200     scoped    404e     401
  getChart                404   404   404    404    404     404     404     scoped    404      401
  exportDeliverable       200   200   200    200    200     200     200     scoped    404e     401
  exportDeliverableToWord 200   200   200    200    200     200     200     scoped    404e     401
  exportEngagementToWord  200   200   200    200    200     200     200     scoped    404e     401
  exportEngagementToWorkbook 200   200   200    200    200     200     200     scoped    404e     401
  importDeliverable       201   201   201    write  201     reading 201     scoped    404      401
  getBranding             200   200   200    200    200     200     scoped  scoped    200      401
  updateBranding          200   200   admin  admin  200     reading scoped  scoped    200      401
  previewBranding         200   200   admin  admin  200     admin   scoped  scoped    200      401
  getLogo                 200   200   200    200    200     200     scoped  scoped    200      401
  exportDeliverableToDeck 200   200   200    200    200     200     200     scoped    404e     401
  exportEngagementToDeck  200   200   200    200    200     200     200     scoped    404e     401
  getDeckTemplate         200   200   200    200    200     200     scoped  scoped    200      401
  putDeckTemplate         200   200   admin  admin  200     reading scoped  scoped    200      401
  deleteDeckTemplate      200   200   admin  admin  200     reading scoped  scoped    200      401
  putLogo                 200   200   admin  admin  200     reading scoped  scoped    200      401
  deleteLogo              200   200   admin  admin  200     reading scoped  scoped    200      401
  createPortalToken       201   201   201    write  201     reading 201     scoped    404      401
  listPortalTokens        200   200   200    write  200     200     200     scoped    404      401
  revokePortalToken       200   200   200    write  200     reading 200     scoped    404      401
  listPortalComments      200   200   200    200    200     200     200     scoped    404      401
  getPortal               401   401   401    401    401p    401p    401p    401p      401      401
  commentInPortal         401   401   401    401    401p    401p    401p    401p      401      401
  replyInPortal           401   401   401    401    401p    401p    401p    401p      401      401
  getPortalChart          401   401   401    401    401p    401p    401p    401p      401      401
  answerInPortal          401   401   401    401    401p    401p    401p    401p      401      401
  reviewInPortal          401   401   401    401    401p    401p    401p    401p      401      401
  createRelease           201   201   201    write  201     reading 201     scoped    404      401
  listReleases            200   200   200    200    200     200     200     scoped    404      401
  exportInPortal          401   401   401    401    401p    401p    401p    401p      401      401
  exportDeliverableInPortal 401 401   401    401    401p    401p    401p    401p      401      401
  exportAiUseInPortal     401   401   401    401    401p    401p    401p    401p      401      401
  exportInPortalToWord    401   401   401    401    401p    401p    401p    401p      401      401
  exportDeliverableInPortalToWord 401 401 401 401   401p    401p    401p    401p      401      401
  getPortalSource         401   401   401    401    401p    401p    401p    401p      401      401
  getPortalSourceFile     401   401   401    401    401p    401p    401p    401p      401      401
  listTemplates           200   200   200    200    200     200     scoped  scoped    200      401
  createTemplate          201   201   201    write  201     reading scoped  scoped    201      401
  getTemplate             200   200   200    200    200     200     scoped  scoped    404      401
  deleteTemplate          200   200   200    write  200     reading scoped  scoped    404      401
  listWalls               200   200   admin  admin  200     admin   scoped  scoped    200      401
  createWall              201   201   admin  admin  201     reading scoped  scoped    404      401
  updateWall              200   200   admin  admin  200     reading scoped  scoped    404      401
  deleteWall              200   200   admin  admin  200     reading scoped  scoped    404      401
  enterWall               200   owner owner  owner  session session session session   404      401
  listWallEntries         200   200   admin  admin  200     admin   scoped  scoped    404      401
  listTeam                200   200   200    200    200     200     scoped  scoped    200      401
  inviteMember            201   201   admin  admin  201     reading scoped  scoped    201      401
  updateMember            200   200   admin  admin  200     reading scoped  scoped    404      401
  removeMember            200   200   admin  admin  200     reading scoped  scoped    404      401
  confirmMemberAddress    200   200   admin  admin  200     reading scoped  scoped    404      401
  removeMemberFactors     409f  409f  admin  admin  session session session session   404      401
  listAuditLog            200   200   admin  admin  200     admin   scoped  scoped    200      401
  verifyAuditLog          200   200   admin  admin  200     admin   scoped  scoped    200      401
  listLibrary             200   200   200    200    200     200     scoped  scoped    200      401
  listCards               200   200   200    200    200     200     scoped  scoped    200      401
  getCard                 200   200   200    200    200     200     scoped  scoped    404      401
  updateCard              200   200   200    write  session session session session   404      401
  listWebhooks            200   200   200    200    session session session session   200      401
  createWebhook           201   201   admin  admin  session session session session   201      401
  getWebhook              200   200   200    200    session session session session   404      401
  updateWebhook           200   200   admin  admin  session session session session   404      401
  deleteWebhook           200   200   admin  admin  session session session session   404      401
  testWebhook             200   200   admin  admin  session session session session   404      401
  rotateWebhookSecret     200   200   admin  admin  session session session session   404      401
  getWebhookDelivery      200   200   200    200    session session session session   404      401
  redeliverWebhook        200   200   admin  admin  session session session session   404      401
  listNotices             200   200   200    200    session session session session   200      401
  readNotices             200   200   200    200    session session session session   200      401
  getNotificationSettings 200   200   200    200    session session session session   200      401
  updateNotificationSettings 200 200 200    200    session session session session   200      401
  getUnsubscription       400t  400t  400t   400t   400t    400t    400t    400t      400t     400t
  unsubscribe             400t  400t  400t   400t   400t    400t    400t    400t      400t     400t
  listNoticeChannels      200   200   200    200    session session session session   200      401
  createNoticeChannel     201   201   admin  admin  session session session session   201      401
  updateNoticeChannel     200   200   admin  admin  session session session session   404      401
  deleteNoticeChannel     200   200   admin  admin  session session session session   404      401
  testNoticeChannel       200   200   admin  admin  session session session session   404      401
  getAnalytics            200   200   200    200    200     200     scoped  scoped    200      401
  getInsights             200   200   200    200    200     200     scoped  scoped    200      401
  analyzePatterns         200   200   admin  admin  200     reading scoped  scoped    200      401
  exportAccount           200   200   admin  admin  200     200     scoped  scoped    200      401
  exportArchive           200   owner owner  owner  session session session session   200      401
  deleteAccount           400d  400d  admin  admin  400d    reading scoped  scoped    400d     401
  getBilling              200   owner owner  owner  session session session session   200      401
  startCheckout           200   owner owner  owner  session session session session   200      401
  openBillingPortal       200   owner owner  owner  session session session session   200      401
  cancelSubscription      200   owner owner  owner  session session session session   200      401
  stripeWebhook           400s  400s  400s   400s   400s    400s    400s    400s      400s     400s`;

const words: Record<string, string> = {
  session: '403 session_required',
  write: '403 write_access_required',
  admin: '403 admin_access_required',
  owner: '403 owner_access_required',
  '400s': '400 invalid_signature',
  '400d': '400 confirmation_required',
  reading: '403 read_only_api_key',
  scoped: '403 key_restricted',
  '400t': '400 invalid_token',
  // A valid request with an address in a private network, so that nothing is fetched.
  '400n': '400 chart_not_drawn',
  '400u': '400 url_private',
  '401': '401 authentication_required',
  '401p': '401 invalid_portal_token',
  '401l': '401 invalid_answer_link',
  '401c': '401 invalid_credentials',
  '400o': '400 sso_failed',
  '400a': '400 assistant_refused',
  '404': '404 not_found',
  '404e': '404 engagement_not_found',
  '400k': '400 invalid_passkey',
  '409a': '409 no_approved_deliverables',
  '409f': '409 no_second_factor',
  '409m': '409 totp_not_begun',
  '409s': '409 cannot_stop',
  '409p': '409 cannot_pause',
  '409r': '409 cannot_resume',
  '409n': '409 nothing_stale',
  '409w': '409 not_waiting',
  '409i': '409 not_running',
  '409l': '409 section_changed',
};

const [columns = [], ...rows] = expectations
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));
/** The outcome of each caller, by the name of the endpoint. */
export const expectedAccess = new Map(
  rows.map(([name = '', ...cells]) => [
    name,
    Object.fromEntries(cells.map((cell, i) => [columns[i], words[cell] ?? cell])),
  ]),
);

/** The callers, by the names of the columns. */
export const callerNames: readonly string[] = columns;
