/** An OpenAI-compatible server (Ollama, vLLM, a gateway): its address, key and models. */
export interface OpenAiCompatibleSettings {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Model names of the server. If empty, the catalogue's `openai-compatible` entries are used. */
  models: string[];
}

/** An Azure OpenAI resource, by its name or by the address of a gateway before it. */
export interface AzureSettings {
  resourceName?: string | undefined;
  baseUrl?: string | undefined;
  apiKey: string;
}

/** Amazon Bedrock: a region, with an API key of Bedrock or the access key of a user. */
export interface AmazonBedrockSettings {
  region: string;
  /** Address of an endpoint inside a network. Absent for the region's own. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** Vertex AI: an API key, or a project and location with the application default credentials of Google Cloud. */
export interface GoogleVertexSettings {
  project?: string | undefined;
  location?: string | undefined;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

/** The models of cloud platforms. Each is absent unless it is configured (MOD-18). */
export interface CloudSettings {
  azure?: AzureSettings | undefined;
  amazonBedrock?: AmazonBedrockSettings | undefined;
  googleVertex?: GoogleVertexSettings | undefined;
}

/** The settings for models from the environment (MOD-1, MOD-2). */
export interface ModelSettings extends CloudSettings {
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
