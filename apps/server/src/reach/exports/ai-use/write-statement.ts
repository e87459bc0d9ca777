import type {
  StatedChecks,
  StatedModel,
  StatedReview,
  WrittenParts,
} from '@ecp/contract/reach/ai-use';
import { offlineModelId } from '@ecp/contract/values/offline-model';
import { formatsOf } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { fillMessage } from '@ecp/language/messages';
import { readBrand } from '../../../identity/branding/branding.ts';
import { type ReportOwner, renderPdf } from '../report-content.ts';
import { type StatementTexts, statementTexts } from './statement-texts.ts';

/**
 * The facts in a statement on the use of AI. A client's statement has no versions, releases, calls
 * or costs.
 */
export interface StatementFacts {
  engagement: { name: string; client: string };
  documents: {
    title: string;
    version?: number;
    parts: WrittenParts;
    /** Absent in statements for clients, which have no review of a version that is not approved. */
    approved?: boolean;
    approvals?: { by: string; at: string }[];
    reviews: (Pick<StatedReview, 'action' | 'by' | 'at'> & Partial<StatedReview>)[];
    releases?: { version: number; by: string; at: string; to: string[] }[];
  }[];
  models: (Pick<StatedModel, 'model' | 'provider'> & Partial<StatedModel>)[];
  checks: StatedChecks;
  attestations: {
    by: string;
    at: string;
    text: string;
    documents: { title: string; version?: number }[];
  }[];
  generatedAt: string;
}

/** Prints a statement. Errors: those of renderPdf. */
export async function printStatement(
  { services, tenantId, tenantName }: ReportOwner,
  { facts, language }: { facts: StatementFacts; language: Language },
  signal: AbortSignal,
): Promise<Buffer> {
  const brand = await readBrand(services.database, tenantId);
  const title = statementTexts[language].title;
  const report = {
    audience: 'client',
    engagementName: facts.engagement.name,
    client: facts.engagement.client,
    branding: { ...brand, companyName: brand.companyName ?? tenantName },
    date: facts.generatedAt,
    provenance: null,
    language,
    document: {
      title,
      filename: 'ai-use.md',
      version: 1,
      wordCount: 0,
      approvalStatus: '',
      markdown: writeStatement(facts, language),
    },
  } as const;
  return renderPdf(services.documents.renderDeliverable(report, { tenantId, signal }), signal);
}

/** Limits the rows of decisions that are printed, the newest; the data have all. */
const maxDecisions = 40;

/** Writes a statement as markdown: every sentence follows from the facts. */
export function writeStatement(facts: StatementFacts, language: Language): string {
  const texts = statementTexts[language];
  const write = writerOf(language);
  const { engagement, documents, models, attestations } = facts;
  const isTeam = documents.every(({ version }) => version !== undefined);
  const day = write.day(facts.generatedAt);
  const values = { engagement: plain(engagement.name), client: plain(engagement.client), day };
  const decisions = listDecisions(facts, write);
  return [
    `# ${texts.title}`,
    write.say('lead', values),
    listSentences(facts, write)
      .map((sentence) => `- ${sentence}`)
      .join('\n'),
    `## ${texts.heads.documents}`,
    table(
      [
        { head: texts.columns.document },
        ...(isTeam ? [{ head: texts.columns.version, isFigure: true }] : []),
        { head: isOffline(models) ? texts.columns.program : texts.columns.agents, isFigure: true },
        { head: texts.columns.people, isFigure: true },
        { head: texts.columns.approved },
      ],
      documents.map((document) => [
        plain(document.title),
        ...(isTeam ? [String(document.version)] : []),
        write.share(document.parts.agent),
        write.share(document.parts.person),
        describeApproval(document, write),
      ]),
    ),
    write.say('shares'),
    ...(attestations.length === 0 ? [] : [`## ${texts.heads.attestations}`]),
    ...attestations.flatMap(({ by, at, text, documents: about }) => [
      quote(text),
      write.say('attestedBy', {
        by: plain(by),
        day: write.day(at),
        documents: write.list(
          about.map(({ title, version }) => nameVersion(title, version, write)),
        ),
      }),
    ]),
    ...(decisions.length === 0
      ? []
      : [
          `## ${texts.heads.decisions}`,
          table(
            [
              texts.columns.day,
              texts.columns.by,
              texts.columns.decision,
              texts.columns.document,
            ].map((head) => ({
              head,
            })),
            decisions.slice(0, maxDecisions),
          ),
          ...(decisions.length > maxDecisions
            ? [write.say('moreDecisions', { count: decisions.length - maxDecisions })]
            : []),
        ]),
    `## ${texts.heads.models}`,
    ...(models.length === 0 ? [] : [modelTable(models, write)]),
    ...(isTeam ? [write.say('calls')] : []),
    `## ${texts.heads.checks}`,
    table(
      [{ head: texts.columns.result }, { head: texts.columns.count, isFigure: true }],
      checkStates.map((state) => [texts.states[state], write.count(facts.checks[state])]),
    ),
    '',
  ].join('\n\n');
}

const checkStates = [
  'verified',
  'computed',
  'unjudged',
  'setByText',
  'altered',
  'unsupported',
  'missingSource',
  'uncited',
  'conflicts',
] as const as readonly (keyof StatedChecks)[];

type Sentence = keyof StatementTexts['sentences'];

interface Writer {
  say(sentence: Sentence, values?: Record<string, string | number>): string;
  day(at: string): string;
  shortDay(at: string): string;
  share(share: number): string;
  count(count: number): string;
  usd(usd: number): string;
  list(items: readonly string[]): string;
  texts: StatementTexts;
}

function writerOf(language: Language): Writer {
  const texts = statementTexts[language];
  const { day, shortDay, share, count, usd, list } = formatsOf(language);
  return {
    say: (sentence, values) => fillMessage(language, texts.sentences[sentence], values),
    day: (at) => day(Date.parse(at)),
    shortDay: (at) => shortDay(Date.parse(at)),
    // Less than a half percent is not nothing, and more than 99.5 is not all.
    share: (part) => {
      if (part > 0 && part < 0.005) return `< ${share(0.01)}`;
      return part < 1 && part >= 0.995 ? `> ${share(0.99)}` : share(part);
    },
    // Less than ten cents would lose much by two decimals.
    usd: (amount) => usd(amount < 0.1 ? amount : Math.round(amount * 100) / 100),
    count,
    list,
    texts,
  };
}

/** Says in sentences what the tables hold. */
function listSentences(
  { documents, models, checks, attestations }: StatementFacts,
  write: Writer,
): string[] {
  const count = documents.length;
  const own = documents.filter(({ parts }) => parts.person === 0).length;
  const people = documents.filter(({ parts }) => parts.agent === 0).length;
  const counted = ([sentence, number]: [Sentence, number]) =>
    number === 0 ? [] : [write.say(sentence, { count: number })];
  const approved = documents.filter((document) => findApproval(document) !== undefined).length;
  const overridden = documents.filter(
    (document) => findApproval(document)?.overrideReason != null,
  ).length;
  const attesting = [...new Set(attestations.map(({ by }) => plain(by)))];
  return [
    ...describeModels(models, { hasAgentWords: people < count }, write),
    ...(
      [
        [isOffline(models) ? 'byProgram' : 'byAgents', own],
        [isOffline(models) ? 'byProgramAndPeople' : 'byBoth', count - own - people],
        ['byPeople', people],
      ] satisfies [Sentence, number][]
    ).flatMap(counted),
    describeChecks(checks, write),
    write.say('conflicts', { count: checks.conflicts }),
    write.say('approved', { count, approved, rest: count - approved }),
    ...(overridden === 0 ? [] : [write.say('overridden', { count: overridden })]),
    attesting.length === 0
      ? write.say('notAttested')
      : write.say('attested', { names: write.list(attesting) }),
  ];
}

/** Tells whether no language model stood behind the agents. */
const isOffline = (models: StatementFacts['models']): boolean =>
  models.length > 0 && models.every(({ model }) => model === offlineModelId);

function describeModels(
  models: StatementFacts['models'],
  { hasAgentWords }: { hasAgentWords: boolean },
  write: Writer,
): string[] {
  const language = models.filter(({ model }) => model !== offlineModelId);
  if (language.length === 0) {
    if (isOffline(models)) return [write.say('offlineOnly')];
    return [write.say(hasAgentWords ? 'noCalls' : 'noModel')];
  }
  const called = language.filter(({ calls }) => calls !== 0);
  const silent = language.filter(({ calls }) => calls === 0);
  const names = (some: typeof models) => write.list(some.map(({ model }) => plain(model)));
  const sum = (field: 'calls' | 'costUsd') =>
    called.reduce((total, model) => total + (model[field] ?? 0), 0);
  const isTeam = called.every(({ calls }) => calls !== undefined);
  const used = {
    count: called.length,
    names: names(called),
    calls: sum('calls'),
    cost: write.usd(sum('costUsd')),
  };
  return [
    ...(called.length === 0 ? [] : [write.say(isTeam ? 'modelsWithCalls' : 'models', used)]),
    ...(silent.length === 0
      ? []
      : [write.say('unrecorded', { count: silent.length, names: names(silent) })]),
  ];
}

function describeChecks(checks: StatedChecks, write: Writer): string {
  const { verified, computed, unjudged, altered, unsupported, missingSource, uncited } = checks;
  const [held, open] = [verified + computed, altered + unsupported + missingSource + uncited];
  const total = held + unjudged + open;
  return total === 0
    ? write.say('unchecked')
    : write.say('checked', { total, held, unjudged, open });
}

type StatedDocument = StatementFacts['documents'][number];

/** Returns the approval by which the stated version is approved: its last review. */
function findApproval({ version, approved = true, reviews }: StatedDocument) {
  if (!approved) return undefined;
  const last = reviews
    .filter((review) => review.version === undefined || review.version === version)
    .at(-1);
  return last?.action === 'approve' ? last : undefined;
}

function describeApproval(document: StatedDocument, write: Writer): string {
  const approval = findApproval(document);
  if (!approval) return write.texts.notApproved;
  const { approvals = [] } = document;
  const named = approvals.length > 1 ? approvals : [approval];
  return named
    .map(({ by, at }) => write.say('approvedBy', { by: plain(by), day: write.shortDay(at) }))
    .join('; ');
}

/**
 * Lists what people decided, newest first; what one did at one time about several documents is one
 * row.
 */
function listDecisions({ documents }: StatementFacts, write: Writer): string[][] {
  const decisions = documents.flatMap(({ title, version, reviews, releases = [] }) => {
    const rows = [
      ...reviews.map((review) => ({ ...review, words: describeReview(review, write) })),
      ...releases.map((release) => ({ ...release, words: describeRelease(release, write) })),
    ];
    return rows.map((row) => ({
      ...row,
      about: nameVersion(title, row.version ?? version, write),
    }));
  });
  const joined = Map.groupBy(decisions, ({ at, by, words }) => JSON.stringify([at, by, words]));
  const newestFirst = [...joined.values()].sort(([one], [other]) =>
    (other?.at ?? '').localeCompare(one?.at ?? ''),
  );
  return newestFirst.flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const about = write.list(same.map(({ about }) => about));
    return [[write.shortDay(first.at), plain(first.by), first.words, about]];
  });
}

function describeReview(
  { action, overrideReason }: StatedDocument['reviews'][number],
  write: Writer,
): string {
  const { actions, approvedOpen } = write.texts;
  return action === 'approve' && overrideReason != null ? approvedOpen : actions[action];
}

function describeRelease({ to }: { to: string[] }, write: Writer): string {
  const names = to.filter((name) => name !== '').map(plain);
  return names.length === 0
    ? write.texts.released
    : write.say('releasedTo', { names: write.list(names) });
}

const nameVersion = (title: string, version: number | undefined, write: Writer): string =>
  version === undefined ? plain(title) : write.say('version', { title: plain(title), version });

function modelTable(models: StatementFacts['models'], write: Writer): string {
  const { columns, offlineModel, unknownProvider } = write.texts;
  const figures = {
    calls: columns.calls,
    inputTokens: columns.input,
    outputTokens: columns.output,
  } as const;
  const isTeam = models.every(({ calls }) => calls !== undefined);
  return table(
    [
      { head: columns.model },
      { head: columns.provider },
      ...(isTeam
        ? [...Object.values(figures), columns.cost].map((head) => ({ head, isFigure: true }))
        : []),
    ],
    models.map(({ model, provider, calls = 0, inputTokens = 0, outputTokens = 0, costUsd = 0 }) => [
      model === offlineModelId ? offlineModel : plain(model),
      provider === 'unknown' ? unknownProvider : provider === 'local' ? '–' : plain(provider),
      ...(isTeam ? describeCalls([calls, inputTokens, outputTokens], costUsd, write) : []),
    ]),
  );
}

/** A model without a call on record has dashes, because zeros would be numbers. */
function describeCalls(counts: readonly number[], costUsd: number, write: Writer): string[] {
  if (counts[0] === 0) return ['–', '–', '–', '–'];
  return [...counts.map(write.count), write.usd(costUsd)];
}

interface Column {
  head: string;
  isFigure?: boolean;
}

function table(columns: readonly Column[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(({ isFigure = false }) => (isFigure ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${plain(line)}`)
    .join('\n');

/** Makes a text of people or models plain text in markdown. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
