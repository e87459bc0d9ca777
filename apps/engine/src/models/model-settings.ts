/** An OpenAI-compatible server (Ollama, vLLM, a gateway): its address, key and models. */
export interface OpenAiCompatibleSettings {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Model names of the server. If empty, the catalogue's `openai-compatible` entries are used. */
  models: string[];
}

/** The settings for models from the environment (MOD-1, MOD-2). */
export interface ModelSettings {
  anthropicApiKey?: string | undefined;
  openaiApiKey?: string | undefined;
  googleApiKey?: string | undefined;
  openaiCompatible?: OpenAiCompatibleSettings | undefined;
  localModelLatencyMs: number;
  /** The embedding model, or `off` for none. Absent for the first one of the catalogue whose provider is configured. */
  embeddingModel?: string | undefined;
  /** Path of a catalogue file. Absent for the shipped one. */
  catalogPath?: string | undefined;
}
