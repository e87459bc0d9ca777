import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { TenantModelKey, TenantModelKeys } from '@ecp/contract/engine/model-access';
import { addressedProviders } from '@ecp/contract/values/model-key-providers';
import { createRedactor, type Redact } from '@ecp/tracing/redact-secrets';
import { LRUCache } from 'lru-cache';
import { compatibleModels, type ModelSettings } from './available-models.ts';
import { ModelCallError } from './call-failures.ts';
import {
  type CatalogModel,
  type ModelCatalog,
  ModelConfigurationError,
  type ModelProvider,
} from './catalog.ts';
import { type Embedder, openEmbedder } from './embedding-models.ts';
import {
  type KeyEvent,
  type KeyHolder,
  type ModelKeySource,
  readKeys,
  UnreadableKeysError,
} from './key-requests.ts';
import { openPinnedFetch } from './pinned-fetch.ts';
import { openProviders } from './providers.ts';

/** The models that a tenant's own keys serve. */
interface OwnModels {
  models: CatalogModel[];
  judges: CatalogModel[];
  embedder: Embedder | null;
  /**
   * Opens a model with the key of now. Rejects with ModelCallError once no key serves it any more.
   */
  languageModel(entry: CatalogModel): Promise<LanguageModelV4>;
  redact: Redact;
}

/** The tenants' own models. Keys are in memory alone, and read anew after ten seconds. */
export interface OwnModelStore {
  /**
   * Returns a tenant's own models; null if the installation's serve it. Throws UnreadableKeysError.
   */
  open(holder: KeyHolder, limitMs: number): Promise<OwnModels | null>;
  /**
   * Opens a key that is not stored. Throws ModelConfigurationError if it serves no model of the
   * catalogue.
   */
  openCandidate(key: TenantModelKey): Promise<OpenedKey>;
  /** Tells the platform that a provider took or refused a model's key, without waiting. */
  tell(holder: KeyHolder, model: CatalogModel, event: KeyEvent, engagementId: string | null): void;
}

interface OpenedKey {
  models: CatalogModel[];
  judges: CatalogModel[];
  languageModel(entry: CatalogModel): LanguageModelV4;
  close(): void;
}

interface Opened extends OpenedKey {
  key: TenantModelKey;
  embedder: Embedder | null;
  /** Removes the key from texts. */
  hide: Redact;
}

interface Tenant {
  readAtMs: number;
  ownOnly: boolean;
  opened: Opened[];
  own: OwnModels | null;
}

const defaultFreshMs = 10_000;
/** Limits the tenants in memory. The keys of a forgotten one are read again. */
const maxTenants = 1_000;
/** Interval in which the same of a key is told once. */
const toldMs = 60_000;
/**
 * Limits the wait of a call for keys that this process has forgotten, and for those that it still
 * has.
 */
const renewLimitMs = 10_000;
const knownLimitMs = 1_000;

/**
 * Makes the store. `settings` are the installation's, whose keys no tenant's model is called with.
 */
export function openOwnModels(options: {
  catalog: ModelCatalog;
  settings: ModelSettings;
  keySource: ModelKeySource;
  redact: Redact;
  warn: (line: string) => void;
  /** Milliseconds until keys are read anew; ten seconds by default. */
  freshMs?: number;
}): OwnModelStore {
  const { catalog, settings, keySource, redact, warn, freshMs = defaultFreshMs } = options;
  const close = ({ opened }: Tenant) => {
    for (const key of opened) key.close();
  };
  const tenants = new LRUCache<string, Tenant>({
    max: maxTenants,
    dispose: (tenant, _token, reason) => reason !== 'set' && close(tenant),
  });
  const reading = new Map<string, Promise<Tenant>>();
  const told = new LRUCache<string, KeyEvent>({ max: maxTenants, ttl: toldMs });

  const renew = async (holder: KeyHolder, limitMs: number): Promise<Tenant> => {
    const before = tenants.get(keyOf(holder));
    const answer = await readKeys(
      keySource,
      holder.tenantId,
      before ? knownLimitMs : limitMs,
    ).catch((error: unknown) => {
      if (!before) throw error;
      warn('The keys of a workspace could not be read anew; those of before still serve it');
      return null;
    });
    if (before && answer === null) {
      before.readAtMs = performance.now();
      return before;
    }
    const tenant = await openTenant(
      holder,
      answer ?? { ownOnly: false, keys: [] },
      before?.opened ?? [],
    );
    tenants.set(keyOf(holder), tenant);
    return tenant;
  };
  const current = (holder: KeyHolder, limitMs: number): Promise<Tenant> => {
    const known = tenants.get(keyOf(holder));
    if (known && performance.now() - known.readAtMs < freshMs) return Promise.resolve(known);
    const shared =
      reading.get(keyOf(holder)) ??
      renew(holder, limitMs).finally(() => reading.delete(keyOf(holder)));
    reading.set(keyOf(holder), shared);
    return shared;
  };
  const openTenant = async (
    holder: KeyHolder,
    { ownOnly, keys }: TenantModelKeys,
    before: readonly Opened[],
  ) => {
    const opened = await Promise.all(
      keys.map(
        async (key) => before.find((known) => isSame(known.key, key)) ?? (await openKey(key)),
      ),
    );
    for (const known of before) if (!opened.includes(known)) known.close();
    const tenant: Tenant = { readAtMs: performance.now(), ownOnly, opened, own: null };
    if (ownOnly) tenant.own = ownModelsOf(holder, tenant);
    return tenant;
  };
  const openKey = async (key: TenantModelKey): Promise<Opened> => {
    const served = modelsOf(catalog, settings, key, warn);
    const fetch = key.baseUrl === null ? null : openPinnedFetch(key.addresses ?? []);
    const own = { ...settingsOf(key, settings), ...(fetch && { fetch: fetch.fetch }) };
    const languageModel = await openProviders([...served.models, ...served.judges], own);
    const embedder = openKeyEmbedder(catalog, key, own, warn);
    const hide = createRedactor([key.apiKey]);
    return { ...served, key, embedder, hide, languageModel, close: () => void fetch?.close() };
  };
  const ownModelsOf = (holder: KeyHolder, { opened }: Tenant): OwnModels => {
    // A run keeps these models while an admin replaces the key, and the provider may echo the new
    // one, too.
    const called = new Set(opened);
    const servingNow = async (
      { id, provider }: CatalogModel,
      isServing: (key: Opened) => boolean,
    ): Promise<Opened> => {
      const now = await current(holder, renewLimitMs).catch((error: unknown) => {
        throw error instanceof UnreadableKeysError ? unreadable(error) : error;
      });
      const serving = now.opened.find((key) => key.key.provider === provider && isServing(key));
      if (!serving) throw withoutKey(id);
      called.add(serving);
      return serving;
    };
    return {
      models: withoutRepeats(opened.flatMap(({ models }) => models)),
      judges: withoutRepeats(opened.flatMap(({ judges }) => judges)),
      embedder: openOwnEmbedder(opened, servingNow),
      redact: (text) => redact([...called].reduce((shown, { hide }) => hide(shown), text)),
      async languageModel(entry) {
        const serving = await servingNow(entry, ({ models, judges }) =>
          [...models, ...judges].some(({ id }) => id === entry.id),
        );
        return serving.languageModel(entry);
      },
    };
  };
  const tell: OwnModelStore['tell'] = (holder, { account }, event, engagementId) => {
    if (account === undefined || told.get(account) === event) return;
    told.set(account, event);
    keySource.record(holder.tenantId, { keyId: account, event, engagementId }).catch(() => {
      told.delete(account);
      warn('The use or the refusal of a key of a workspace could not be recorded');
    });
  };
  return {
    open: async (holder, limitMs) => (await current(holder, limitMs)).own,
    async openCandidate(key) {
      const opened = await openKey(key);
      if (opened.models.length > 0) return opened;
      opened.close();
      throw new ModelConfigurationError(
        `The catalogue lists no model of ${key.provider} that this key could serve`,
      );
    },
    tell,
  };
}

const keyOf = ({ tenantId, edition }: KeyHolder) => `${tenantId} ${edition}`;

const isSame = (one: TenantModelKey, other: TenantModelKey) =>
  JSON.stringify(one) === JSON.stringify(other);

function withoutKey(id: string): ModelCallError {
  const message = `No key of the workspace serves ${id} any more`;
  return new ModelCallError({ kind: 'unauthorized', message, retryable: false, billing: 'none' });
}

function unreadable({ message }: UnreadableKeysError): ModelCallError {
  return new ModelCallError({ kind: 'unreachable', message, retryable: true, billing: 'none' });
}

/** Two providers may have a model of one name. Records of calls name models by their ids alone. */
function withoutRepeats(models: readonly CatalogModel[]): CatalogModel[] {
  return models.filter(({ id }, at) => models.findIndex((earlier) => earlier.id === id) === at);
}

/**
 * Returns the catalogue's models of a key. Throws ModelConfigurationError for a name that it does
 * not list.
 */
export function modelsOf(
  catalog: ModelCatalog,
  settings: Pick<ModelSettings, 'openaiCompatible'>,
  { id: account, provider, models: named }: Pick<TenantModelKey, 'id' | 'provider' | 'models'>,
  warn: (line: string) => void,
): { models: CatalogModel[]; judges: CatalogModel[] } {
  const listed = catalog.models.filter((entry) => entry.provider === provider);
  const isNamed = ({ id }: CatalogModel) => named === null || named.includes(id);
  const own = (models: CatalogModel[]) => models.map((model) => ({ ...model, account }));
  const judges = own(listed.filter((entry) => entry.kind === 'judge' && isNamed(entry)));
  if (provider === 'openai-compatible') {
    const wanted = named ?? settings.openaiCompatible?.models ?? [];
    const usable = listed.filter(({ kind }) => kind !== 'embedding');
    return {
      models: own(compatibleModels(usable, { models: wanted, baseUrl: 'this server' }, warn)),
      judges,
    };
  }
  const unknown = named?.find((id) => !listed.some((entry) => entry.id === id));
  if (unknown !== undefined) {
    throw new ModelConfigurationError(`The catalogue lists no model ${unknown} of ${provider}`);
  }
  return {
    models: own(listed.filter((entry) => entry.kind === undefined && isNamed(entry))),
    judges,
  };
}

/** Bedrock's own address names its region, which an API key does not sign. */
const anyRegion = 'us-east-1';

/** Returns settings with this key alone. */
function settingsOf(
  { provider, apiKey, baseUrl: given, models }: TenantModelKey,
  { localModelLatencyMs, embeddingModel }: ModelSettings,
): ModelSettings {
  const baseUrl = given ?? undefined;
  const empty: ModelSettings = {
    localModelLatencyMs,
    baseUrl,
    ...(embeddingModel === 'off' && { embeddingModel }),
  };
  if (addressedProviders.includes(provider) && baseUrl === undefined) {
    throw new ModelConfigurationError(`A key of ${provider} needs an address`);
  }
  switch (provider) {
    case 'anthropic':
      return { ...empty, anthropicApiKey: apiKey };
    case 'openai':
      return { ...empty, openaiApiKey: apiKey };
    case 'google':
      return { ...empty, googleApiKey: apiKey };
    case 'azure':
      return { ...empty, azure: { baseUrl, apiKey } };
    case 'amazon-bedrock':
      return { ...empty, amazonBedrock: { region: anyRegion, baseUrl, apiKey } };
    case 'google-vertex':
      return { ...empty, googleVertex: { baseUrl, apiKey } };
    case 'openai-compatible':
      return {
        ...empty,
        openaiCompatible: { baseUrl: baseUrl ?? '', apiKey, models: models ?? [] },
      };
  }
}

const embeddingProviders: readonly ModelProvider[] = ['openai', 'google', 'openai-compatible'];

/** Opens the first embedding model that a key serves; null without one. */
function openKeyEmbedder(
  catalog: ModelCatalog,
  { id: account, provider, models: named }: TenantModelKey,
  settings: ModelSettings,
  warn: (line: string) => void,
): Embedder | null {
  if (!embeddingProviders.includes(provider)) return null;
  const models = catalog.models.filter(
    (entry) => entry.provider === provider && (named?.includes(entry.id) ?? true),
  );
  const embedder = openEmbedder({ models }, settings, warn);
  return embedder && { ...embedder, entry: { ...embedder.entry, account } };
}

/**
 * Returns the first embedding model of the keys; each call of it uses the key of that time. Null
 * without one.
 */
function openOwnEmbedder(
  opened: readonly Opened[],
  servingNow: (entry: CatalogModel, isServing: (key: Opened) => boolean) => Promise<Opened>,
): Embedder | null {
  const embedder = opened.find((key) => key.embedder)?.embedder;
  if (!embedder) return null;
  const { entry, model } = embedder;
  const doEmbed: EmbeddingModelV4['doEmbed'] = async (options) => {
    const serving = await servingNow(entry, (key) => key.embedder?.entry.id === entry.id);
    return (serving.embedder?.model ?? model).doEmbed(options);
  };
  const { specificationVersion, provider, modelId, maxEmbeddingsPerCall, supportsParallelCalls } =
    model;
  return {
    ...embedder,
    model: {
      specificationVersion,
      provider,
      modelId,
      maxEmbeddingsPerCall,
      supportsParallelCalls,
      doEmbed,
    },
  };
}
