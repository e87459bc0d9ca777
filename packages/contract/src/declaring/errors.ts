/**
 * The table of API errors. A row's key is its code unless it states another; `message` may have
 * {placeholders}.
 */
export const errorTable = {
  authentication_required: { status: 401, message: 'Authentication required' },
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  invalid_scim_token: { status: 401, message: 'Invalid token of a directory' },
  invalid_portal_token: { status: 401, message: 'Invalid portal token' },
  invalid_answer_link: { status: 401, message: 'This link is invalid, used or expired' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  /** A wrong code, passkey or password of a person who is known. */
  wrong_proof: { status: 401, code: 'invalid_credentials', message: 'Wrong password or code' },
  second_factor_required: { status: 401, message: 'Second factor required' },
  /** The policy of the tenant asks for a factor that the caller does not have. */
  second_factor_missing: {
    status: 403,
    code: 'second_factor_required',
    message: 'This workspace requires a second factor. Set one up first.',
  },
  step_up_required: {
    status: 403,
    message: 'Prove your identity again. The last proof is more than 10 minutes old.',
  },
  assistant_refused: { status: 400, message: 'The assistant cannot be connected: {reason}' },
  sso_failed: { status: 400, message: 'Single sign-on failed: {reason}' },
  sso_required: {
    status: 403,
    message: 'This workspace requires single sign-on. Sign in through your organization.',
  },
  session_required: { status: 403, message: 'Session required' },
  write_access_required: { status: 403, message: 'Write access required' },
  read_only_api_key: { status: 403, message: 'Read-only API key' },
  admin_access_required: { status: 403, message: 'Admin access required' },
  owner_access_required: { status: 403, message: 'Owner access required' },
  author_may_not_approve: {
    status: 403,
    message: 'The workspace lets nobody approve what they wrote or ordered',
  },
  wall_outside: {
    status: 403,
    message: 'Only members of the wall may do this. An owner may enter it for an hour.',
  },
  insufficient_permissions: { status: 403, message: 'Insufficient permissions' },
  key_restricted: { status: 403, message: 'API key is restricted to another engagement' },
  portal_permission_missing: {
    status: 403,
    message: 'This link lacks the permission {permission}',
  },
  foreign_origin: { status: 403, message: 'Cross-origin request refused' },
  subscription_required: { status: 403, message: 'Active subscription required' },
  engagement_limit_reached: {
    status: 403,
    message: 'Monthly engagement limit reached ({used}/{limit})',
  },
  system_template: { status: 403, message: 'System templates cannot be deleted' },
  role_too_high: { status: 403, message: 'Cannot assign a role equal to or higher than your own' },
  member_too_high: {
    status: 403,
    message: 'Cannot change or remove a member whose role is equal to or higher than your own',
  },
  owner_protected: { status: 403, message: 'The owner cannot be changed or removed' },
  own_address: {
    status: 400,
    message:
      'You cannot confirm your own address: another admin does, or the link in the email to the former address',
  },
  own_membership: { status: 403, message: 'Cannot remove yourself' },
  not_found: { status: 404, message: 'Not found' },
  engagement_not_found: { status: 404, message: 'Engagement not found' },
  deliverable_not_found: { status: 404, message: 'Deliverable not found' },
  no_deliverables: { status: 404, message: 'No deliverables to export' },
  no_approved_deliverables: { status: 409, message: 'No deliverable is approved yet' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  invalid_json: { status: 400, message: 'Invalid JSON' },
  invalid_request: { status: 400, message: 'Invalid request' },
  validation_failed: { status: 400, message: 'Invalid choice' },
  invalid_token: { status: 400, message: 'Invalid or expired token' },
  confirmation_required: { status: 400, message: 'confirmText must be exactly: DELETE MY ACCOUNT' },
  invalid_signature: { status: 400, message: 'Invalid signature' },
  invalid_passkey: { status: 400, message: 'The passkey could not be verified' },
  own_role: { status: 400, message: 'Cannot change your own role' },
  engagement_fields_required: { status: 400, message: 'Name, client, and brief are required' },
  invalid_review_action: {
    status: 400,
    message: 'action must be: approve, request_revision, or reject',
  },
  invalid_portal_action: { status: 400, message: 'action must be: approve or reject' },
  comment_not_open: {
    status: 400,
    message: 'No open comment of this deliverable has the id {commentId}',
  },
  quote_not_found: { status: 400, message: 'The document does not contain this quote' },
  unknown_agent: { status: 400, message: 'Unknown agent: {agent}' },
  unknown_model: {
    status: 400,
    message:
      'The engine cannot call the model {model}. GET /api/models lists the models that it can call',
  },
  model_key_refused: { status: 400, message: 'The key cannot be used: {reason}' },
  unknown_owner: { status: 400, message: 'ownerId must be the id of a member of this workspace' },
  unknown_person: { status: 400, message: 'Line {line} of hours is of nobody who is or was here' },
  research_not_configured: {
    status: 400,
    message: 'This installation has no search provider (SEARCH_PROVIDER)',
  },
  task_cycle: { status: 400, message: 'Task dependencies form a cycle: {cycle}' },
  unknown_dependency: {
    status: 400,
    message: 'Task {task} depends on an unknown task: {dependency}',
  },
  duplicate_task: { status: 400, message: 'Task ids must be unique: {task}' },
  file_required: { status: 400, message: 'A file is required' },
  file_type_unsupported: { status: 400, message: 'File type is not supported: {extension}' },
  mail_form_unsupported: {
    status: 400,
    code: 'file_type_unsupported',
    message: 'Mails in the form {extension} cannot be read: save the mail as .eml',
  },
  mail_not_attached: {
    status: 400,
    code: 'file_type_unsupported',
    message:
      'A mail cannot be attached as {extension}: save it as PDF, or make an engagement of it as .eml',
  },
  file_content_mismatch: {
    status: 400,
    message: 'The file content does not match its extension {extension}',
  },
  logo_unsupported: { status: 400, message: 'The logo cannot be printed: {reason}' },
  word_file_refused: { status: 400, message: 'The Word file cannot be imported: {reason}' },
  deck_template_refused: { status: 400, message: 'The master cannot be used for decks: {reason}' },
  request_unreadable: { status: 400, message: 'The file cannot be read as a request: {reason}' },
  file_too_large: { status: 400, message: 'File exceeds the maximum size of {limit}' },
  storage_limit_exceeded: { status: 413, message: 'Storage limit of {limit} exceeded' },
  url_invalid: { status: 400, message: 'A valid http or https URL is required' },
  url_scheme_unsupported: { status: 400, message: 'Only http and https URLs are supported' },
  /** The installation has no way out of its network. */
  outbound_off: {
    status: 400,
    message: 'This installation reaches nothing outside of its network (OUTBOUND=off)',
  },
  url_private: { status: 400, message: 'Private and local addresses are not allowed' },
  text_too_complex: {
    status: 422,
    message:
      'The text is too complex to be read in time. Shorten it, divide it, or remove repeated marks.',
  },
  url_unreadable: { status: 422, message: 'The URL could not be used: {reason}' },
  query_refused: { status: 400, message: '{reason}' },
  query_failed: { status: 400, message: '{reason}' },
  chart_not_drawn: { status: 400, message: 'The chart cannot be drawn: {reason}' },
  override_reason_required: { status: 400, message: 'An override needs a reason' },
  webhook_url_not_https: { status: 400, message: 'url must be a valid HTTPS address' },
  webhook_url_private: { status: 400, message: 'url must not be a private or local address' },
  url_not_https: { status: 400, message: 'The address of a public host must begin with https://' },
  url_has_credentials: {
    status: 400,
    message: 'The address must not contain a user name or password',
  },
  webhook_events_required: { status: 400, message: 'events must name at least one event' },
  unknown_event: { status: 400, message: 'Unknown event: {event}' },
  not_acceptable: {
    status: 406,
    message: 'Accept must allow application/json or text/event-stream',
  },
  unsupported_media_type: { status: 415, message: 'Unsupported content type' },
  document_too_large: { status: 413, message: 'The documents are too large to print' },
  payload_too_large: { status: 413, message: 'Request body is too large' },
  headers_too_large: { status: 431, message: 'Request headers are too large' },
  request_timeout: { status: 408, message: 'Request took too long to arrive' },
  engagement_running: {
    status: 409,
    message: 'Cannot delete a running engagement. Stop it first.',
  },
  engagement_locked: {
    status: 409,
    message: 'Cannot edit an engagement while it is {status}. Stop it or wait for the run to end.',
  },
  already_running: { status: 409, message: 'Engagement is already running' },
  cannot_pause: { status: 409, message: 'Cannot pause: the engagement is {status}, not running' },
  cannot_resume: { status: 409, message: 'Cannot resume: the engagement is {status}, not paused' },
  cannot_stop: {
    status: 409,
    message: 'Cannot stop: the engagement is {status}, not running or paused',
  },
  not_waiting: { status: 409, message: 'No answer waits for approval' },
  not_running: { status: 409, message: 'No run of the engagement is at work' },
  nothing_stale: {
    status: 409,
    message: 'Nothing is stale: every deliverable was built on the latest versions',
  },
  no_model_connected: {
    status: 409,
    message:
      'No model is connected, so nobody can read the question. Write the query in SQL, or connect a model.',
  },
  model_keys_off: {
    status: 409,
    message: 'This installation takes no keys of workspaces (TENANT_MODEL_KEYS)',
  },
  model_key_required: {
    status: 409,
    message:
      'This installation has no models of its own. An admin sets a key of a model provider first.',
  },
  plan_replaced: {
    status: 409,
    message: 'A newer plan has been made. Look at it before you accept it.',
  },
  budget_too_high: { status: 400, message: 'This installation allows a budget of at most {limit}' },
  tenant_spend_limit: {
    status: 403,
    message:
      'The workspace has reached its limit of today: spent {spent} of {limit}. A new day begins at midnight UTC',
  },
  budget_exhausted: { status: 409, message: 'Budget exhausted: spent {spent} of {budget}' },
  email_taken: { status: 409, message: 'This email already belongs to a member of the team' },
  totp_active: { status: 409, message: 'An authenticator app is already set up. Remove it first.' },
  totp_not_begun: { status: 409, message: 'There is no authenticator app to confirm or remove' },
  passkey_limit_reached: { status: 409, message: 'A person may have at most {limit} passkeys' },
  no_second_factor: { status: 409, message: 'There is no second factor' },
  no_subscription: { status: 409, message: 'There is no subscription' },
  attachment_limit_reached: {
    status: 409,
    message: 'An engagement holds at most {limit} attachments',
  },
  comment_limit_reached: { status: 409, message: 'An engagement holds at most {limit} comments' },
  no_open_suggestion: { status: 409, message: 'The comment has no suggestion, or it is resolved' },
  passage_changed: {
    status: 409,
    message: 'The passage has changed, so the suggestion does not fit any more',
  },
  reply_limit_reached: { status: 409, message: 'A comment holds at most {limit} replies' },
  not_latest_version: { status: 409, message: 'The latest version is {version}' },
  nothing_changed: { status: 409, message: 'The text equals that of the latest version' },
  section_changed: { status: 409, message: 'The latest version has a different section here' },
  draft_limit_reached: { status: 409, message: 'A person may have at most {limit} drafts' },
  reviewed_meanwhile: {
    status: 409,
    message: 'Someone else has reviewed this version in the meantime',
  },
  citations_open: {
    status: 409,
    message:
      'The workspace requires verified citations. Open citations: {count}. An admin may override this with a reason.',
  },
  citations_unchecked: {
    status: 409,
    code: 'citations_open',
    message:
      'The workspace requires verified citations, and this version has not been checked yet. An admin may override this with a reason.',
  },
  client_citations_open: {
    status: 409,
    code: 'citations_open',
    message: 'This version cannot be approved yet. Its authors have not finished checking it.',
  },
  nothing_to_conclude: { status: 409, message: 'No task has a document yet' },
  grid_limit_reached: { status: 409, message: 'An engagement holds at most {limit} grids' },
  deck_template_lost: {
    status: 409,
    message:
      'The file of the master for decks is gone. Upload it again, or remove it in the branding.',
  },
  storyline_writing: {
    status: 409,
    message: 'The slides are being written. Wait until they are ready.',
  },
  notebook_limit_reached: { status: 409, message: 'A notebook holds at most {limit} entries' },
  query_limit_reached: { status: 409, message: 'An engagement holds at most {limit} queries' },
  research_id_taken: { status: 409, message: 'This id belongs to another search or page' },
  query_id_taken: { status: 409, message: 'This id belongs to another statement' },
  card_changed: { status: 409, message: 'Someone else has changed this card in the meantime' },
  economics_changed: {
    status: 409,
    message: 'Someone else has changed the economics in the meantime',
  },
  card_title_taken: { status: 409, message: 'Another released card has this title' },
  review_limit_reached: {
    status: 409,
    message: 'A version accepts at most {limit} client reviews',
  },
  update_decided: { status: 409, message: 'The proposal is no longer open' },
  update_outdated: {
    status: 409,
    message: 'Every document concerned has a newer version or no task. The next check covers them.',
  },
  key_already_revoked: { status: 409, message: 'API key is already revoked' },
  idempotency_key_reused: { status: 422, message: 'Idempotency-Key was used for another request' },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is in progress',
  },
  template_limit_reached: { status: 409, message: 'A tenant may have at most {limit} templates' },
  scim_token_limit_reached: {
    status: 409,
    message: 'A tenant may have at most {limit} tokens of directories',
  },
  scim_group_limit_reached: {
    status: 409,
    message: 'A tenant may have at most {limit} groups of a directory',
  },
  scim_group_taken: { status: 409, message: 'A group of this name exists' },
  assistant_limit_reached: {
    status: 409,
    message: 'A person may connect at most {limit} assistants',
  },
  api_key_limit_reached: {
    status: 409,
    message: 'A tenant may have at most {limit} API keys in use',
  },
  question_answered: { status: 409, message: 'The question has been answered' },
  portal_link_limit_reached: {
    status: 409,
    message: 'An engagement may have at most {limit} client links in use',
  },
  portal_link_ended: { status: 409, message: 'A client link has been revoked or has expired' },
  attestation_required: {
    status: 409,
    message: 'The workspace requires an attestation with each release. Send a text as attestation.',
  },
  release_limit_reached: { status: 409, message: 'An engagement holds at most {limit} releases' },
  member_limit_reached: { status: 409, message: 'A team may have at most {limit} members' },
  wall_conflict: {
    status: 409,
    message: 'One person would be inside two walls that exclude one another',
  },
  wall_entry_limit_reached: {
    status: 409,
    message: 'An owner may enter one wall at most {limit} times within 24 hours',
  },
  wall_limit_reached: { status: 409, message: 'A tenant may have at most {limit} walls' },
  webhook_limit_reached: {
    status: 409,
    message: 'A tenant may have at most {limit} webhook endpoints',
  },
  channel_limit_reached: {
    status: 409,
    message: 'A tenant may have at most {limit} notice channels',
  },
  webhook_disabled: { status: 409, message: 'The webhook endpoint is disabled' },
  rate_limited: { status: 429, message: 'Too many requests. Try again in {seconds} seconds.' },
  sso_unavailable: {
    status: 502,
    message: 'The sign-in provider of your organization does not respond',
  },
  engine_error: { status: 502, message: 'Engine error: {reason}' },
  engine_stream_unavailable: { status: 502, message: 'Failed to connect to engine' },
  internal_error: { status: 500, message: 'Internal error' },
  deletion_unfinished: {
    status: 503,
    message:
      'The deletion has started and is waiting for another service. It continues automatically.',
  },
  billing_unavailable: {
    status: 503,
    message: 'The payment provider does not respond. Try again shortly.',
  },
  service_unavailable: { status: 503, message: 'Service unavailable. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string; code?: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Returns the code that the answer of a row states: its own, or that of another row. */
export function answeredCode(row: ErrorCode): ErrorCode {
  const found = errorTable[row];
  return 'code' in found ? found.code : row;
}

/**
 * One failed check of a request: a JSON pointer to the invalid value, and what is wrong with it.
 */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** The numbers and names in the sentence of an error, for sentences in other languages. */
export type ErrorValues = Readonly<Record<string, string | number>>;

/**
 * An error of the table, which one mapper answers; `values` fill placeholders, `headers` join the
 * answer.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: ErrorValues;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      values?: ErrorValues;
      details?: ErrorDetail[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    const row = errorTable[code];
    super(
      fill(row.message, options.values ?? {}),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = answeredCode(code);
    this.status = row.status;
    this.values = options.values ?? {};
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

function fill(message: string, values: ErrorValues): string {
  return message.replace(/\{(\w+)\}/g, (whole, key: string) =>
    key in values ? String(values[key]) : whole,
  );
}
