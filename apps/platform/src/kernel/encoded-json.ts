/**
 * JSON text that is sent, stored or exported as it is. Megabytes of it would hold up other requests while they are
 * parsed and written again.
 */
export class EncodedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns a value as JSON text. */
export function encodeJson(value: unknown): string {
  return value instanceof EncodedJson ? value.text : JSON.stringify(value);
}
