/** An OpenAI-compatible server (Ollama, vLLM, a gateway): its address, key and the models to use on it. */
export interface OpenAiCompatibleSettings {
  baseUrl: string;
  apiKey?: string | undefined;
  /** As the server names them; empty: the catalogue's `openai-compatible` entries. */
  models: string[];
}

/** What the environment says about models (MOD-1, MOD-2). */
export interface ModelSettings {
  anthropicApiKey?: string | undefined;
  openaiApiKey?: string | undefined;
  googleApiKey?: string | undefined;
  openaiCompatible?: OpenAiCompatibleSettings | undefined;
  localModelLatencyMs: number;
  /** Model for vectors of the sources, `off` for none; absent: the first of the catalogue whose provider is set. */
  embeddingModel?: string | undefined;
  /** Path of a catalogue file; absent: the shipped one. */
  catalogPath?: string | undefined;
}
