import { type QueryFault, queryFaults } from '@ecp/contract/values/query-faults';
import { mailExtensions } from '@ecp/contract/work/attachment-types';
import type { ApiError } from '@ecp/sdk/api-error';
import { t, translated } from '../language/translate.ts';

type Values = ApiError['values'];
type Sentence = string | ((values: Values) => string);

/**
 * Says by code and values why the service refused; undefined for what only programs get, or where
 * the status says enough.
 */
export function tellRefusal({
  code,
  values,
}: Pick<ApiError, 'code' | 'values'>): string | undefined {
  const { fault } = values;
  const known = queryFaults.find((one) => one === fault);
  const sentence = known ? faults[known] : refusals[code];
  return typeof sentence === 'function' ? sentence(values) : sentence;
}

const refusals: Partial<Record<ApiError['code'], Sentence>> = translated({
  invalid_credentials: 'The email address, password or code is wrong',
  second_factor_required: 'A second factor is required',
  scim_token_limit_reached: 'The workspace holds no more tokens of directories',
  assistant_refused: 'The assistant cannot be connected',
  assistant_limit_reached: (values: Values) =>
    t('You have connected {limit, number} assistants. Disconnect one first.', values),
  sso_required: 'This workspace requires single sign-on',
  sso_unavailable: 'The sign-in provider of your organization does not respond',
  sso_failed: 'Your organization’s provider could not sign you in',
  step_up_required: 'Confirm once more that it is you',
  subscription_required: 'This needs an active subscription',
  engagement_limit_reached: (values: Values) =>
    t('All engagements of this month are used ({used, number} of {limit, number})', values),
  wall_conflict: 'Somebody would be inside two walls that exclude one another',
  wall_entry_limit_reached: (values: Values) =>
    t(
      'You have entered this wall {limit, number} times within 24 hours. Enter it again later.',
      values,
    ),
  wall_limit_reached: (values: Values) =>
    t('The workspace has {limit, number} walls already', values),
  no_approved_deliverables: 'No document is approved yet',
  confirmation_required: 'The words of the confirmation differ',
  invalid_passkey: 'The passkey could not be verified',
  own_role: 'Nobody can change their own role',
  comment_not_open: 'This comment is no longer open',
  quote_not_found: 'The document does not contain these words',
  unknown_agent: 'This agent does not exist',
  unknown_model: 'This model is not available',
  model_key_refused: (values: Values) => t('The key cannot be used: {reason}', values),
  unknown_owner: 'The owner is not a member of this workspace',
  unknown_person: 'A line of hours is of nobody in this workspace',
  research_not_configured: 'This installation has no search provider',
  task_cycle: 'These tasks wait for each other',
  unknown_dependency: 'A task waits for a task that does not exist',
  duplicate_task: 'Two tasks have the same id',
  file_required: 'Choose a file',
  file_type_unsupported: ({ extension }: Values) =>
    mailExtensions.includes(String(extension))
      ? t(
          'Mails in the form {extension} cannot be used here: save the mail as .eml for a new engagement, else as PDF',
          {
            extension: String(extension),
          },
        )
      : t('Files of this type are not supported'),
  file_content_mismatch: 'The file is not what its name says',
  logo_unsupported: 'This logo cannot be printed',
  deck_template_refused: (values: Values) =>
    t(
      'This file cannot be the master of slides: {kind, select, macros {it holds macros} encrypted {it is protected by a password} damaged {it is damaged} too_large {it holds more than can be opened} external {it needs files outside of it} active_content {it holds objects, controls or programs} strict {it is saved in the strict format} slide_size {its slides have no usual size} no_title_slide {it has no layout with a title for the first slide} no_content {it has no layout with a title and a text} other {it is no presentation}}',
      { kind: 'other', ...values },
    ),
  deck_template_lost:
    'The file of the master for slides is gone. Upload it again, or remove it in the settings.',
  word_file_refused: 'This Word file cannot be imported',
  request_unreadable: 'This file cannot be read',
  file_too_large: 'The file is too large',
  storage_limit_exceeded: 'The storage of the workspace is full',
  url_invalid: 'Enter a whole address with http or https',
  url_scheme_unsupported: 'Only addresses with http or https are supported',
  outbound_off: 'This installation reaches nothing outside of its network',
  url_private: 'This address is not public',
  url_unreadable: 'The page at this address could not be read',
  text_too_complex: 'The text is too complex. Shorten it, or divide it',
  chart_not_drawn: 'The chart cannot be drawn',
  override_reason_required: 'Give a reason',
  webhook_url_not_https: 'Enter an address with https',
  webhook_url_private: 'This address is not public',
  url_not_https: 'Enter an address with https',
  url_has_credentials: 'The address must not contain a user name or password',
  webhook_events_required: 'Choose at least one event',
  document_too_large: 'The documents are too large to print',
  payload_too_large: 'This is too large to send',
  request_timeout: 'Sending took too long',
  engagement_running: 'Stop the run before you delete the engagement',
  engagement_locked: 'The engagement cannot be edited during a run',
  already_running: 'A run is in progress',
  cannot_pause: 'The run cannot be paused now',
  cannot_resume: 'The run cannot be resumed now',
  cannot_stop: 'There is no run to stop',
  nothing_stale: 'No document is outdated',
  not_waiting: 'No answer waits for approval',
  not_running: 'No run is at work',
  no_model_connected: 'No model is connected',
  model_keys_off: 'This installation takes no keys of workspaces',
  model_key_required:
    'This installation has no models of its own. An admin sets a key of a model provider first.',
  plan_replaced: 'A newer plan has been made',
  budget_too_high: (values: Values) => t('A budget of at most {limit} is possible here', values),
  tenant_spend_limit: (values: Values) =>
    t('The workspace has spent what a day allows: {limit}', values),
  budget_exhausted: (values: Values) =>
    t('The budget is used up: spent {spent} of {budget}', values),
  email_taken: 'A member of the team has this email address already',
  totp_active: 'An authenticator app is already set up',
  totp_not_begun: 'There is no authenticator app to confirm or remove',
  passkey_limit_reached: 'You have as many passkeys as a person may have',
  no_second_factor: 'There is no second factor',
  no_subscription: 'There is no subscription',
  attachment_limit_reached: 'The engagement holds no more attachments',
  comment_limit_reached: 'The engagement holds no more comments',
  reply_limit_reached: 'The comment holds no more replies',
  no_open_suggestion: 'The comment has no suggestion, or it is resolved',
  passage_changed: 'The passage has changed, so the suggestion no longer fits',
  not_latest_version: 'There is a newer version',
  nothing_changed: 'The text is that of the latest version',
  section_changed: 'The latest version has a different section here',
  draft_limit_reached: 'You have as many drafts as a person may have',
  author_may_not_approve: 'You wrote this version or ordered its run, so someone else approves it',
  reviewed_meanwhile: 'Someone else has reviewed this version in the meantime',
  citations_open: (values: Values) =>
    values['count'] === undefined
      ? t('This version has citations that are not verified')
      : t(
          '{count, plural, one {This version has # citation that is not verified} other {This version has # citations that are not verified}}',
          values,
        ),
  nothing_to_conclude: 'No task has a document yet',
  storyline_writing: 'The slides are being written. Wait until they are ready.',
  query_limit_reached: 'The engagement holds no more queries',
  notebook_limit_reached: 'The notebook holds no more entries',
  grid_limit_reached: 'The engagement holds no more grids',
  card_changed: 'Someone else has changed this card in the meantime',
  economics_changed: 'Someone else has changed the economics in the meantime',
  card_title_taken: 'Another released card has this title',
  review_limit_reached: 'This version holds no more decisions of clients',
  update_decided: 'The proposal is no longer open',
  update_outdated: 'The documents have newer versions. The next check covers them',
  key_already_revoked: 'The API key is already revoked',
  template_limit_reached: 'The workspace holds no more templates',
  api_key_limit_reached: 'The workspace holds no more API keys',
  question_answered: 'The question has been answered',
  portal_link_limit_reached: 'The engagement holds no more client links',
  portal_link_ended: 'A client link has been revoked or has expired',
  attestation_required: 'This workspace asks for an attestation with each release',
  release_limit_reached: 'The engagement holds no more releases',
  member_limit_reached: 'The team holds no more members',
  webhook_limit_reached: 'The workspace holds no more webhooks',
  channel_limit_reached: 'The workspace holds no more channels',
  webhook_disabled: 'The webhook is disabled',
  rate_limited: (values: Values) =>
    t(
      '{seconds, plural, one {Wait # second, then try again} other {Wait # seconds, then try again}}',
      values,
    ),
  engine_error: 'The engine could not do this',
  engine_stream_unavailable: 'The engine cannot be reached',
  deletion_unfinished: 'The deletion has begun and continues automatically',
  billing_unavailable: 'The payment provider does not respond',
  service_unavailable: 'The service is not available',
  invalid_request: 'Something in it is not valid',
  validation_failed: 'Something in it is not valid',
});

/** Why a query was refused, or failed. The service has the same sentences in English. */
const faults: Record<QueryFault, Sentence> = translated({
  too_long: (values: Values) =>
    t('The statement has more than {limit, number} characters.', values),
  not_utf8: 'The statement is not valid text.',
  not_sql: (values: Values) => t('This is not SQL: {detail}.', values),
  quote_open: (values: Values) =>
    t(
      'A quotation mark in line {line, number}, at character {column, number}, is never closed.',
      values,
    ),
  breaks_off: (values: Values) =>
    t('The statement breaks off in line {line, number}, at character {column, number}.', values),
  unreadable: (values: Values) =>
    t(
      'The statement cannot be read from “{word}” on, in line {line, number}, at character {column, number}.',
      values,
    ),
  not_one_statement: 'Write one statement only.',
  not_select: 'Only select is allowed.',
  no_table: (values: Values) =>
    t(
      'There is no table {name}.{hint, select, meant { Did you mean {meant}?} one { There is {names}.} all { There are {names}.} some { There are {names}, …} other {}}',
      values,
    ),
  no_column: (values: Values) =>
    t(
      'There is no column {name}.{hint, select, meant { Did you mean {meant}?} one { There is {names}.} all { There are {names}.} some { There are {names}, …} other {}}',
      values,
    ),
  function_refused: (values: Values) => t('The function {name} is not allowed.', values),
  no_function: (values: Values) => t('There is no function {name}.', values),
  construct_refused: (values: Values) => t('{name} is not allowed.', values),
  parameter: 'Parameters are not allowed.',
  timeout: (values: Values) =>
    t(
      'The query took more than {seconds, number} seconds and was ended. Ask for less at once.',
      values,
    ),
  memory: (values: Values) =>
    t('The query needs more than {megabytes, number} MB of memory. Ask for less at once.', values),
  result_too_large: (values: Values) =>
    t('The result is larger than {megabytes, number} MB. Ask for less at once.', values),
  table_unreadable: 'A table could not be read.',
  not_grouped: (values: Values) =>
    t('The column {name} is neither grouped nor summed up. Add it to group by.', values),
  ambiguous: (values: Values) => t('Two tables have a column {name}. Write {use}.', values),
  no_number: (values: Values) => t('The text “{value}” is no number.', values),
  no_date: (values: Values) =>
    t('The text “{value}” is no date. Dates are written 2026-01-31.', values),
  wrong_type: (values: Values) => t('The text “{value}” is no {type}.', values),
  wrong_argument: (values: Values) =>
    t(
      '{name} does not take {types, select, text {text} number {a number} other {{types}}}. Choose another column, or convert it with cast.',
      values,
    ),
  aggregate_in_where: 'where cannot hold sum, count and the like. Use having.',
  other: (values: Values) => t('The query cannot be run: {detail}.', values),
});
