import type { ErrorCode } from '@ecp/contract/declaring/errors';
import { type DeliverableListItem, listDeliverables } from '@ecp/contract/work/deliverables';
import type { Static } from 'typebox';
import { type Arguments, type CallEndpoint, Refusal } from './call-endpoint.ts';

/** The next step after refusals whose words do not tell it. */
const steps: Partial<Record<ErrorCode, string>> = {
  already_running: 'Follow the run with get_run_status.',
  invalid_api_key:
    'The key or token has ended. A person can connect the assistant again, or give it another key.',
  not_latest_version: 'Read that version with read_document first.',
  quote_not_found:
    'Quote words of one passage as people read them, without Markdown marks such as ** and [^1].',
  read_only_api_key:
    'Its person can connect the assistant again and allow writing, or give it another key.',
  research_not_configured: 'Leave `research` out.',
  unknown_dependency: 'Give each task an `id`, and name these ids in `dependsOn`.',
};

/**
 * Returns a refusal in words that lead on: what is wrong with which parameter, or what there is
 * instead of what was not found.
 */
export async function explainRefusal(
  body: Refusal['body'],
  call: CallEndpoint,
  given: Arguments,
): Promise<string> {
  const details = (body.details ?? []).map(({ path, message }) =>
    `${path.slice(1)} ${message}`.trim(),
  );
  const said = details.length === 0 ? body.error : `${body.error}: ${details.join('; ')}`;
  const step =
    body.code === 'not_found' ? await findInstead(call, given) : steps[body.code as ErrorCode];
  return step === undefined ? said : `${endSentence(said)} ${step}`;
}

/** Ends words with a full stop unless they end a sentence. */
export const endSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

async function findInstead(call: CallEndpoint, given: Arguments): Promise<string | undefined> {
  const { filename, questionId, queryId, version } = given;
  const documents = await listDocuments(call, given);
  if (documents === undefined) return undefined;
  if (documents === null)
    return 'No engagement has this id: list_engagements finds ids by name or client.';
  if (questionId !== undefined) return 'No question has this id: get_run_status has the open ones.';
  if (queryId !== undefined)
    return 'No query has this id: get_citations names them as titles of sources.';
  if (filename === undefined) return undefined;
  const versions = documents
    .filter((document) => document.filename === filename)
    .map((document) => document.version);
  if (versions.length > 0) {
    return version === undefined ? undefined : `Its latest version is ${Math.max(...versions)}.`;
  }
  const names = [...new Set(documents.map((document) => document.filename))];
  if (names.length === 0)
    return 'The engagement has no documents: get_run_status tells whether they are being written.';
  const more = names.length > mostNames ? ', and more: list_documents has all' : '';
  return `No document has this filename. There are ${names.slice(0, mostNames).join(', ')}${more}.`;
}

const mostNames = 20;

/**
 * Returns the documents of the engagement; null if it is missing, undefined if that is not known.
 */
async function listDocuments(
  call: CallEndpoint,
  given: Arguments,
): Promise<Pick<Static<typeof DeliverableListItem>, 'filename' | 'version'>[] | null | undefined> {
  try {
    return (await call(listDeliverables, given)).body;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.body.code === 'not_found' ? null : undefined;
  }
}
