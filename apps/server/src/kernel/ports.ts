import type { Author } from '@ecp/contract/declaring/scalars';
import type {
  ControlledEngineRun,
  EngineCalls,
  EngineLogs,
  EngineModelTest,
  EngineRun,
  EventPage,
  RunSnapshot,
  StartRunRequest,
} from '@ecp/contract/engine/engine-api';
import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import type { EngineGridAnswer, EngineGridRequest } from '@ecp/contract/engine/engine-grid-answers';
import type {
  EngineJudgement,
  EngineJudgementRequest,
} from '@ecp/contract/engine/engine-judgements';
import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type {
  EngineQueryDraft,
  EngineQueryDraftRequest,
} from '@ecp/contract/engine/engine-query-drafts';
import type {
  EngineStoryline,
  EngineStorylineRequest,
} from '@ecp/contract/engine/engine-storylines';
import type { TenantModelKey } from '@ecp/contract/engine/model-access';
import type { SearchHit } from '@ecp/contract/engine/tool-access';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing, BillingPrices } from '@ecp/contract/identity/billing';
import type { Agent, CallableModel } from '@ecp/contract/reach/service';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import type { Transaction } from '@ecp/database/database';

/** An order of a run, for a tenant whose models are known. */
export interface RunOrder {
  /**
   * Places the order with `tx`: a worker begins the run once the transaction has committed. Throws
   * EngineUnavailableError if the request is refused, for example for a model that is not there.
   */
  place(tx: Transaction, request: StartRunRequest): Promise<void>;
}

type ControlsRun = (
  tenantId: string,
  runId: string,
  andThen?: (tx: Transaction) => Promise<void>,
) => Promise<ControlledEngineRun>;

/**
 * What an event of a run changes in the engagement: its state, documents, scores, questions, notices
 * and webhooks.
 */
export interface RunEffects {
  /**
   * Applies one event with `tx`, the transaction that stores it, which holds the lock on the run's
   * row in `engine.runs`. `snapshot` is the state from which a paused run resumes.
   */
  apply(
    tx: Transaction,
    run: { tenantId: string; runId: string },
    event: EngineEvent,
    snapshot?: RunSnapshot,
  ): Promise<void>;
}

/**
 * The calls of the engine for the floors above it. A call throws EngineUnavailableError where the
 * engine refuses it, and where it needs a worker and none is running.
 */
export interface EngineClient {
  /** Returns the agents, which need no worker. */
  listAgents(): Promise<Agent[]>;
  /**
   * Returns the models of a tenant, or with null those of the installation. The last known ones stay
   * while no worker is running.
   */
  listModels(tenantId: string | null): Promise<CallableModel[]>;
  /** Makes one tiny call to a model, which takes at most half a minute. */
  testModel(tenantId: string, model: string): Promise<EngineModelTest>;
  /** Makes one tiny call with a key that is not stored, which takes at most half a minute. */
  tryModelKey(tenantId: string, key: TenantModelKey): Promise<EngineModelTest>;
  /** Checks that a worker lives, and reads the models that a run of the tenant may use. */
  openOrder(tenantId: string): Promise<RunOrder>;
  /** Returns the plan of a request when it is made, or its state after two minutes. */
  makePlan(tenantId: string, request: EnginePlanRequest): Promise<EnginePlan>;
  /** Returns what a judge says about the statements of a text, or its state after two minutes. */
  judge(tenantId: string, request: EngineJudgementRequest): Promise<EngineJudgement>;
  /** Returns the statement for a question about tables, or the state after two minutes. */
  draftQuery(tenantId: string, request: EngineQueryDraftRequest): Promise<EngineQueryDraft>;
  /**
   * Answers questions about one file; waits a while for the answer. Repeating an askId costs
   * nothing.
   */
  answerGrid(
    tenantId: string,
    request: EngineGridRequest,
    signal: AbortSignal,
  ): Promise<EngineGridAnswer>;
  /** Returns the slides of a deck when they are written, or the state after two minutes. */
  writeStoryline(
    tenantId: string,
    request: EngineStorylineRequest,
    signal: AbortSignal,
  ): Promise<EngineStoryline>;
  /** Null when the engine does not know the run. */
  getRun(tenantId: string, runId: string): Promise<EngineRun | null>;
  /** `andThen` is executed in the transaction that changes the run, and only if it does. */
  pauseRun: ControlsRun;
  resumeRun: ControlsRun;
  stopRun: ControlsRun;
  /**
   * Locks a run until `tx` ends. Whoever changes a run and its engagement locks them in this order.
   * Nothing happens if the engine does not know the run.
   */
  lockRun(tx: Transaction, tenantId: string, runId: string): Promise<void>;
  /** Lets a run that waits for a person go on once `tx` has committed. */
  wakeRun(tx: Transaction, tenantId: string, runId: string): Promise<void>;
  /**
   * Stores a person's answer with `tx`, which holds the lock on the run. A run that waits for it goes
   * on once `tx` has committed. Returns when it was given; null if the question has an answer.
   */
  answerQuestion(
    tx: Transaction,
    tenantId: string,
    question: { runId: string; questionId: string },
    answer: { text: string; author: Author },
  ): Promise<Date | null>;
  /** Null when the engine does not know the run. */
  listEvents(
    tenantId: string,
    runId: string,
    page: { after: number; limit: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<EventPage | null>;
  getLogs(tenantId: string, runId: string, offset: number): Promise<EngineLogs>;
  /**
   * Yields the events of a run after a number, without documents, and pieces of texts in progress,
   * up to the final status. Throws when `signal` aborts.
   */
  readRunEvents(
    tenantId: string,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncIterable<EngineEvent | WritingEvent>;
  /** Resolves if a worker is running. */
  checkHealth(): Promise<void>;
  /**
   * Returns a page of what models were asked for an engagement; `after` is the cursor of the page
   * before.
   */
  listCalls(tenantId: string, engagementId: string, after: string): Promise<EngineCalls>;
  close(): Promise<void>;
}

export type SubscriptionStatus = Billing['subscription']['status'];

export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Null if the provider names no plan; the tenant then keeps its plan. */
  plan: BillingPlan | null;
  currentPeriodEnd: Date | null;
  externalId: string | null;
}

export interface BillingAccount {
  tenantId: string;
  tenantName: string;
  ownerEmail: string;
  status: SubscriptionStatus;
  plan: BillingPlan;
  /** The provider's own ids, once it has assigned them. */
  customerId: string | null;
  externalId: string | null;
}

/** A message of the provider with a valid signature. */
export interface BillingEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** Null if the event is not about a customer. */
  customerId: string | null;
}

/**
 * The payment provider: Stripe, or local billing without its key. Calls are repeatable and throw
 * `billing_unavailable` within half a minute.
 */
export interface BillingProvider {
  readonly name: 'local' | 'stripe';
  /** Subscription status of a tenant that has just signed up. */
  readonly firstStatus: 'active' | 'none';
  /**
   * Starts a checkout. Returns the URL to continue at, and the new state if it takes effect at
   * once.
   */
  startCheckout(
    account: BillingAccount,
    plan: BillingPlan,
  ): Promise<{ url: string; customerId: string | null; state: SubscriptionState | null }>;
  /**
   * Opens the page for payment methods and invoices. Error: `no_subscription` for a tenant unknown
   * to the provider.
   */
  openPortal(account: BillingAccount): Promise<{ url: string }>;
  /** Ends every subscription and every open checkout at once. */
  cancel(account: BillingAccount): Promise<SubscriptionState>;
  readState(account: BillingAccount): Promise<SubscriptionState>;
  /** Reads what the plans cost; null if nothing is paid here. Never fails. */
  readPrices(): Promise<BillingPrices | null>;
  /**
   * Reads a signed message. Error: `invalid_signature`; local billing throws it for every message.
   */
  readEvent(rawBody: string, signature: string | undefined): BillingEvent;
}

/** The words of a search, and its bounds. */
export interface SearchRequest {
  query: string;
  /** The only domains that are of interest, with their subdomains; empty for all. */
  domains: readonly string[];
}

/** The results of a search, or its refusal. `paid` is true if the provider may have billed it. */
export type SearchOutcome =
  | { hits: SearchHit[]; paid: boolean }
  | { refusal: ResearchRefusal; paid: boolean };

/** Port to a search engine of the web. */
export interface SearchPort {
  /**
   * Sends a search once, and a second time if the provider was too busy. Never throws for what the
   * provider does.
   */
  search(request: SearchRequest): Promise<SearchOutcome>;
  close(): Promise<void>;
}

/** The parts of research that a process has once. */
export interface Research {
  /** Null if agents do no research. */
  search: SearchPort | null;
  /**
   * The searches and reads that this process has claimed, by id. Each settles when its outcome is
   * recorded.
   */
  underway: Map<string, Promise<void>>;
  /** Requests for a robots.txt, by origin. */
  robotsUnderway: Map<string, Promise<unknown>>;
  /** Time between two requests to a host. */
  paceMs: number;
  close(): Promise<void>;
}
