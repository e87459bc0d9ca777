import type { AwsSettings } from './platform-config.ts';

const connectLimitMs = 5_000;

/** The limits of a client that waits for an answer: for its next byte, or for the whole of it. */
type AnswerLimits = { socketTimeout: number } | { requestTimeout: number; throwOnRequestTimeout: true };

/** Returns the options that clients of the AWS SDK share. A call is tried three times; a connection may take 5 s. */
export function awsClientOptions(
  { endpoint, region, accessKeyId, secretAccessKey }: AwsSettings,
  answerLimits: AnswerLimits,
) {
  return {
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectLimitMs, ...answerLimits },
    ...(endpoint === undefined ? {} : { endpoint }),
    // If no keys are configured, the SDK looks in its default sources: profile, container, instance.
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
}
